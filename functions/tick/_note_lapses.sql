create or replace function _note_lapses(
    p_after_route_id integer,
    p_to_route_id integer,
    p_from_at timestamptz,
    p_limit integer,
    p_namespace text
)
returns integer
language plpgsql
as $_note_lapses$
declare
    v_now constant timestamptz := _now();
    v_count integer := 0;
    v_execution ff_exec_core;
begin
    for v_execution in
        select e.*
        from ff_route as r
        cross join lateral (
            select c.*
            from ff_exec_core as c
            where
                c.route_id = r.route_id
                and c.claimable_at >= greatest(_head_of(r.route_id), p_from_at)
                and c.claimable_at <= v_now
                and (
                    (c.state = 'active' and c.lease_ended_by is null)
                    or (
                        c.state in ('active', 'revoked')
                        and not _may_be_taken_over(c.lease_reclaim_count, c.policy)
                    )
                )
                and (p_namespace is null or c.namespace = p_namespace)
            for no key update skip locked
        ) as e
        where r.route_id > p_after_route_id and r.route_id <= p_to_route_id
        limit p_limit
    loop
        v_count := v_count + 1;
        if v_execution.attempt_deadline_at <= v_execution.lease_expires_at
            or v_execution.deadline_at <= v_now
            or not _may_be_taken_over(v_execution.lease_reclaim_count, v_execution.policy)
        then
            perform _settle_candidate(v_execution.partition_key, v_execution.execution_id, v_now);
        else
            perform _record_event('expired', v_execution, v_now);
            update ff_exec_core as e
            set lease_ended_at = v_now, lease_ended_by = 'expired', updated_at = v_now
            where
                e.execution_id = v_execution.execution_id
                and e.partition_key = v_execution.partition_key;
        end if;
    end loop;
    return v_count;
end;
$_note_lapses$;

comment on function _note_lapses is
'Writes the expired events of leases that lapsed in some routes, and ends attempts that ran out of time and executions that were taken over too often; answers how many.';
