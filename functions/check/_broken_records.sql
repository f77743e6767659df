create or replace function _broken_records(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_records$
    -- the records that maintenance uses; they belong to no particular execution
    select i.invariant, null::uuid, i.detail
    from (
        select 'a proof is not ahead of its clock' as invariant, to_jsonb(c) as detail
        from (select o.* from ff_clock_record as o order by o.record_id desc limit p_bound) as c
        where c.proven_at > c.clock_at
        union all
        select 'the watermark is not ahead of the events', to_jsonb(w)
        from (
            select o.* from ff_event_watermark as o order by o.watermark_id desc limit p_bound
        ) as w
        cross join ff_event_event_id_seq as s
        where w.safe_event_id > w.last_event_id or w.last_event_id > s.last_value
        union all
        select 'a sequence is not behind its table', to_jsonb(p)
        from _sequence_places() as p
        where p.needed_value > coalesce(p.last_value, -1)
        union all
        select 'only events that can be read are counted', to_jsonb(s)
        from ff_statistic as s
        where s.counted_event_id > (
            select max(w.safe_event_id) from ff_event_watermark as w
        )
        union all
        select f.invariant, f.detail
        from _broken_statistics(p_bound) as f
        union all
        select 'a route names sorted capabilities', to_jsonb(r)
        from ff_route as r
        where r.required_capabilities <> _sorted_set(r.required_capabilities)
        union all
        select 'a merged route leads to another of its kind', to_jsonb(r)
        from ff_route as r
        inner join ff_route as o on o.route_id = r.merged_into
        where
            (o.lane_id, o.priority, o.required_capabilities)
            is distinct from (r.lane_id, r.priority, r.required_capabilities)
        union all
        select 'there is a job slot for every moment', jsonb_build_object('job', j.job)
        from unnest(array['heads', 'tick', 'events']) as j (job)
        where (select count(*) from ff_job_slot as t where t.job = j.job) <> 1000
        union all
        select 'every state has its row in ff_state_vector', jsonb_build_object('state', s.state)
        from unnest(enum_range(null::ff_state)) as s (state)
        where not exists (select 1 from ff_state_vector as v where v.state = s.state)
        union all
        select 'a switch is off only where there is nothing to look for', '{}'
        where _is_switch_wrong()
        union all
        select
            'a call of an operator has its event and its subject',
            jsonb_build_object('event_id', o.event_id, 'kind', o.kind)
        from (
            select n.* from ff_operator_event as n order by n.event_id desc limit p_bound
        ) as o
        where
            (
                o.event_id > _event_floor()
                and not exists (
                    select 1
                    from ff_event_log as v
                    where v.event_id = o.event_id and v.kind = o.kind
                )
            )
            or (
                o.execution_id is not null
                and not exists (
                    select 1 from ff_exec_core as e where e.execution_id = o.execution_id
                )
            )
            or (
                o.flow_id is not null
                and not exists (select 1 from ff_flow as f where f.flow_id = o.flow_id)
            )
        union all
        select 'a gate is empty', '{}'
        where exists (select from ff_gate_h)
    ) as i
$_broken_records$;

comment on function _broken_records is
'Part of ff_check: proofs, watermarks, sequences, counters, routes and fixed tables that contradict themselves.';
