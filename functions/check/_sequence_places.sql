create or replace function _sequence_places()
returns table (sequence_name text, last_value bigint, needed_value bigint)
language sql
stable
as $_sequence_places$
    -- read as tables: pg_sequence_last_value would take the lock of a writer
    select p.sequence_name, case when p.is_called then p.last_value end, p.needed_value
    from (
        select
            'ff_event_event_id_seq' as sequence_name,
            n.needed_value,
            s.last_value,
            s.is_called
        from ff_event_event_id_seq as s
        left join lateral (
            select e.event_id as needed_value
            from ff_event_log as e
            order by e.event_id desc
            limit 1
        ) as n on true
        union all
        select 'ff_clock_record_record_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_clock_record_record_id_seq as s
        cross join (select max(o.record_id) as needed_value from ff_clock_record as o) as n
        union all
        select 'ff_debt_debt_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_debt_debt_id_seq as s
        cross join (select max(o.debt_id) as needed_value from ff_debt as o) as n
        union all
        select 'ff_doorbell_doorbell_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_doorbell_doorbell_id_seq as s
        cross join (select max(o.doorbell_id) as needed_value from ff_doorbell as o) as n
        union all
        select 'ff_event_bell_bell_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_event_bell_bell_id_seq as s
        cross join (select max(o.bell_id) as needed_value from ff_event_bell as o) as n
        union all
        select 'ff_event_watermark_watermark_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_event_watermark_watermark_id_seq as s
        cross join (select max(o.watermark_id) as needed_value from ff_event_watermark as o) as n
        union all
        select 'ff_fair_sweep_sweep_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_fair_sweep_sweep_id_seq as s
        cross join (select max(o.sweep_id) as needed_value from ff_fair_sweep as o) as n
        union all
        select 'ff_fair_turn_turn_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_fair_turn_turn_id_seq as s
        cross join (select max(o.turn_id) as needed_value from ff_fair_turn as o) as n
        union all
        select 'ff_flow_todo_todo_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_flow_todo_todo_id_seq as s
        cross join (select max(o.todo_id) as needed_value from ff_flow_todo as o) as n
        union all
        select 'ff_job_error_error_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_job_error_error_id_seq as s
        cross join (select max(o.error_id) as needed_value from ff_job_error as o) as n
        union all
        select 'ff_lapse_debt_debt_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_lapse_debt_debt_id_seq as s
        cross join (select max(o.debt_id) as needed_value from ff_lapse_debt as o) as n
        union all
        select 'ff_limit_todo_todo_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_limit_todo_todo_id_seq as s
        cross join (select max(o.todo_id) as needed_value from ff_limit_todo as o) as n
        union all
        select 'ff_range_debt_debt_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_range_debt_debt_id_seq as s
        cross join (select max(o.debt_id) as needed_value from ff_range_debt as o) as n
        union all
        select 'ff_retention_log_retention_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_retention_log_retention_id_seq as s
        cross join (select max(o.retention_id) as needed_value from ff_retention_log as o) as n
        union all
        select 'ff_ring_request_request_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_ring_request_request_id_seq as s
        cross join (select max(o.request_id) as needed_value from ff_ring_request as o) as n
        union all
        select 'ff_route_route_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_route_route_id_seq as s
        cross join (select max(o.route_id) as needed_value from ff_route as o) as n
        union all
        select 'ff_route_doubt_doubt_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_route_doubt_doubt_id_seq as s
        cross join (select max(o.doubt_id) as needed_value from ff_route_doubt as o) as n
        union all
        select 'ff_signal_signal_number_seq', n.needed_value, s.last_value, s.is_called
        from ff_signal_signal_number_seq as s
        cross join (select max(o.signal_number) as needed_value from ff_signal as o) as n
        union all
        select 'ff_stream_bell_bell_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_stream_bell_bell_id_seq as s
        cross join (select max(o.bell_id) as needed_value from ff_stream_bell as o) as n
        union all
        select 'ff_submitter_count_count_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_submitter_count_count_id_seq as s
        cross join (select max(o.count_id) as needed_value from ff_submitter_count as o) as n
        union all
        select 'ff_tick_log_tick_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_tick_log_tick_id_seq as s
        cross join (select max(o.tick_id) as needed_value from ff_tick_log as o) as n
        union all
        select 'ff_tick_request_request_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_tick_request_request_id_seq as s
        cross join (select max(o.request_id) as needed_value from ff_tick_request as o) as n
        union all
        select 'ff_statistic_statistic_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_statistic_statistic_id_seq as s
        cross join (
            select max(o.statistic_id) as needed_value
            from (
                select k.statistic_id
                from ff_statistic as k
                order by k.counted_event_id desc, k.statistic_id desc
                limit 1
            ) as o
        ) as n
        union all
        select 'ff_submitter_entry_entry_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_submitter_entry_entry_id_seq as s
        cross join (
            select max(o.entry_id) as needed_value
            from (
                select k.entry_id
                from ff_submitter_entry as k
                order by k.written_by desc, k.entry_id desc
                limit 1
            ) as o
        ) as n
        union all
        -- of the deadlines, the timeouts, the todos and the newest routes: no index leads to the
        -- highest of all
        select 'ff_head_head_id_seq', n.needed_value, s.last_value, s.is_called
        from ff_head_head_id_seq as s
        cross join (
            select max(h.head_id) as needed_value
            from (
                (select k.route_id from ff_route as k order by k.route_id desc limit 20)
                union all
                select o.route_id
                from (values (0), (-1), (-2)) as o (route_id)
            ) as r
            cross join lateral (
                select k.head_id
                from ff_head as k
                where k.route_id = r.route_id
                order by k.era desc, k.head_id desc
                limit 1
            ) as h
        ) as n
        union all
        -- the first era begins without a value
        select 'ff_clock_era', n.needed_value, s.last_value, s.is_called
        from ff_clock_era as s
        cross join (
            select max(nullif(r.era, 1)) as needed_value
            from (select c.era from ff_clock_record as c order by c.record_id desc limit 1) as r
        ) as n
        union all
        -- moments are rounded to a microsecond; in another era the mark was lower
        select 'ff_clock_mark', n.needed_value, s.last_value, s.is_called
        from ff_clock_mark as s
        cross join (
            select max((extract(epoch from r.clock_at) * 1000000)::bigint - 1) as needed_value
            from (select c.* from ff_clock_record as c order by c.record_id desc limit 1) as r
            where r.era = (select e.last_value from ff_clock_era as e)
        ) as n
        union all
        -- an event table is used a second time when its events were removed
        select 'ff_event_floor', n.needed_value, s.last_value, s.is_called
        from ff_event_floor as s
        cross join (
            select max(1) as needed_value from ff_event_slot as t where t.rotation >= 8
        ) as n
        union all
        select 'ff_closed_lanes_flag', n.needed_value, s.last_value, s.is_called
        from ff_closed_lanes_flag as s
        cross join (
            select max(1) as needed_value
            from ff_meta as m
            where m.key = 'default_access' and m.value = 'closed'
        ) as n
        union all
        -- the lowest ids are the latest; a day, and the time that a submission may wait
        select 'ff_late_ids', n.needed_value, s.last_value, s.is_called
        from ff_late_ids as s
        cross join (
            select max(1) as needed_value
            from (
                select e.execution_id, e.created_at
                from ff_exec_core as e
                order by e.execution_id
                limit 20
            ) as o
            where o.execution_id < _id_at(o.created_at - interval '2 days')
        ) as n
    ) as p
$_sequence_places$;

comment on function _sequence_places is
'Where each sequence is, and the value that its table needs at least (null: any). Logical replication copies tables, but not sequences. Sequences that only count, such as ff_claim_count, are left out.';
