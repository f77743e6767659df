create or replace function _sequence_places()
returns table (sequence_name text, last_value bigint, needed_value bigint)
language sql
stable
as $_sequence_places$
    select n.sequence_name, v.last_value, n.needed_value
    from (
        values
        ('ff_clock_record_record_id_seq', (select max(record_id) from ff_clock_record)),
        ('ff_debt_debt_id_seq', (select max(debt_id) from ff_debt)),
        ('ff_event_bell_bell_id_seq', (select max(bell_id) from ff_event_bell)),
        ('ff_event_watermark_watermark_id_seq', (select max(watermark_id) from ff_event_watermark)),
        ('ff_fair_sweep_sweep_id_seq', (select max(sweep_id) from ff_fair_sweep)),
        ('ff_fair_turn_turn_id_seq', (select max(turn_id) from ff_fair_turn)),
        ('ff_flow_todo_todo_id_seq', (select max(todo_id) from ff_flow_todo)),
        ('ff_job_error_error_id_seq', (select max(error_id) from ff_job_error)),
        ('ff_lane_count_count_id_seq', (select max(count_id) from ff_lane_count)),
        ('ff_lapse_debt_debt_id_seq', (select max(debt_id) from ff_lapse_debt)),
        ('ff_limit_todo_todo_id_seq', (select max(todo_id) from ff_limit_todo)),
        ('ff_mailbox_mail_number_seq', (select max(mail_number) from ff_mailbox)),
        ('ff_range_debt_debt_id_seq', (select max(debt_id) from ff_range_debt)),
        ('ff_retention_log_retention_id_seq', (select max(retention_id) from ff_retention_log)),
        ('ff_ring_request_request_id_seq', (select max(request_id) from ff_ring_request)),
        ('ff_route_route_id_seq', (select max(route_id) from ff_route)),
        ('ff_route_doubt_doubt_id_seq', (select max(doubt_id) from ff_route_doubt)),
        ('ff_signal_signal_number_seq', (select max(signal_number) from ff_signal)),
        ('ff_stream_bell_bell_id_seq', (select max(bell_id) from ff_stream_bell)),
        ('ff_submitter_count_count_id_seq', (select max(count_id) from ff_submitter_count)),
        ('ff_tag_index_index_id_seq', (select max(index_id) from ff_tag_index)),
        ('ff_tick_log_tick_id_seq', (select max(tick_id) from ff_tick_log)),
        ('ff_tick_request_request_id_seq', (select max(request_id) from ff_tick_request)),
        (
            'ff_event_event_id_seq',
            (select event_id from ff_event_log order by event_id desc limit 1)
        ),
        (
            'ff_statistic_statistic_id_seq',
            (
                select statistic_id
                from ff_statistic
                order by counted_event_id desc, statistic_id desc
                limit 1
            )
        ),
        (
            'ff_submitter_entry_entry_id_seq',
            (
                select entry_id
                from ff_submitter_entry
                order by written_by desc, entry_id desc
                limit 1
            )
        ),
        ('ff_head_head_id_seq', _highest_head_id()),
        -- the first era begins without a value
        (
            'ff_clock_era',
            (select nullif(era, 1) from ff_clock_record order by record_id desc limit 1)
        ),
        -- moments are rounded to a microsecond; in another era the mark was lower
        (
            'ff_clock_mark',
            (
                select (extract(epoch from r.clock_at) * 1000000)::bigint - 1
                from (select c.* from ff_clock_record as c order by c.record_id desc limit 1) as r
                where r.era = (select e.last_value from ff_clock_era as e)
            )
        ),
        -- an event table is used a second time when its events were removed
        ('ff_event_floor', (select max(1) from ff_event_slot where rotation >= 8)),
        -- the lowest ids are the latest; a day, and the time that a submission may wait
        (
            'ff_late_ids',
            (
                select max(1)
                from (
                    select e.execution_id, e.created_at
                    from ff_exec_core as e
                    order by e.execution_id
                    limit 20
                ) as o
                where o.execution_id < _id_at(o.created_at - interval '2 days')
            )
        )
    ) as n (sequence_name, needed_value)
    inner join _sequence_values() as v on v.sequence_name = n.sequence_name
$_sequence_places$;

comment on function _sequence_places is
'Where each sequence is, and the value that its table needs at least (null: any). Logical replication copies tables, but not sequences. Left out are sequences that only count, switches, and those of unlogged tables, which no copy has and no standby can read.';
