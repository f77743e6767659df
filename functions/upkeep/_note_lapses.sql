create or replace function _note_lapses(
    p_after_route_id integer,
    p_to_route_id integer,
    p_from_at timestamptz,
    p_limit integer
)
returns integer
language plpgsql
as $_note_lapses$
declare
    v_now constant timestamptz := _now();
    v_keys constant uuid[] := array(
        select e.execution_id
        from ff_route as r
        cross join lateral (
            select c.execution_id
            from ff_exec_core as c
            where
                c.route_id = r.route_id
                and c.claimable_at >= greatest(_head_of(r.route_id), p_from_at)
                and _is_lapse_due(
                    c.state, c.claimable_at, c.lease_ended_by, c.lease_reclaim_count, c.policy,
                    v_now
                )
            for no key update skip locked
        ) as e
        where r.route_id > p_after_route_id and r.route_id <= p_to_route_id
        limit p_limit
    );
    v_execution ff_exec_core;
begin
    -- First the ends: attempts that ran out of time, executions that were taken over too often.
    -- They may end others, whose leases then do not lapse any more.
    perform _settle_candidates(v_keys, v_now);
    for v_execution in
        update ff_exec_core as e
        set lease_ended_at = v_now, lease_ended_by = 'expired', updated_at = v_now
        from unnest(v_keys) as k (execution_id)
        where
            e.execution_id = k.execution_id
            and e.state = 'active'
            and e.lease_ended_by is null
            and e.lease_expires_at <= v_now
            -- executions that could not be ended are tried again
            and not _is_put_off(e.execution_id, v_now)
        returning e.*
    loop
        perform _record_event('expired', v_execution, v_now);
    end loop;
    if cardinality(v_keys) < p_limit
        and current_setting('transaction_isolation') = 'read committed'
    then
        -- the round passes a row that another session has locked: a debt comes back to it
        insert into ff_debt (execution_id)
        select e.execution_id
        from ff_route as r
        cross join lateral (
            select c.execution_id
            from ff_exec_core as c
            where
                c.route_id = r.route_id
                and c.claimable_at >= greatest(_head_of(r.route_id), p_from_at)
                and _is_lapse_due(
                    c.state, c.claimable_at, c.lease_ended_by, c.lease_reclaim_count, c.policy,
                    v_now
                )
        ) as e
        where
            r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
            and e.execution_id <> all (v_keys);
    end if;
    return cardinality(v_keys);
end;
$_note_lapses$;

comment on function _note_lapses is
'Writes the expired events of leases that lapsed in a range of routes, and ends attempts that ran out of time and executions that were taken over too often; locked ones become debts. Returns how many it has settled.';
