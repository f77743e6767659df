create or replace function _note_lapses(
    p_job _job,
    out p_next _place,
    out p_count integer
)
language plpgsql
as $_note_lapses$
declare
    v_now constant timestamptz := _now();
    v_from constant _place := _lapse_place(p_job);
    r_look record;
    v_seen uuid[];
    v_keys uuid[];
    v_ends uuid[];
    v_settled uuid[];
    v_execution ff_exec_core;
begin
    r_look := _next_lapses(
        v_from, p_job.to_route_id, p_job.lapses_from, v_now, p_job.max_rows, true
    );
    p_next := r_look.p_next;
    v_seen := r_look.p_keys;
    v_keys := array(
        select e.execution_id
        from unnest(v_seen) as s (execution_id)
        inner join ff_exec_core as e on e.execution_id = s.execution_id
        where
            _is_lapse_due(
                e.state, e.claimable_at, e.lease_ended_by, e.lease_reclaim_count, e.policy, v_now
            )
        for no key update of e skip locked
    );
    -- First the ends: attempts that ran out of time, executions that were taken over too often.
    -- They may end others, whose leases then do not lapse any more.
    v_ends := array(
        select e.execution_id
        from unnest(v_keys) as k (execution_id)
        inner join ff_exec_core as e on e.execution_id = k.execution_id
        where _candidate_verdict(e, v_now) not in ('take', 'take_over')
    );
    v_settled := _settle_candidates(v_ends, v_now, p_job.stop_at);
    p_count := cardinality(v_settled);
    for v_execution in
        select e.*
        from unnest(v_keys) as k (execution_id)
        inner join ff_exec_core as e on e.execution_id = k.execution_id
        where
            e.lease_expires_at <= v_now
            -- an end for which the time was too short comes next
            and _candidate_verdict(e, v_now) = 'take_over'
            -- executions that could not be ended are tried again
            and not _is_put_off(e.execution_id, v_now)
    loop
        perform _note_lapse(v_execution, v_now);
        p_count := p_count + 1;
    end loop;
    if cardinality(v_settled) < cardinality(v_ends) then
        p_next := v_from;
        return;
    end if;
    p_count := cardinality(v_keys);
    if current_setting('transaction_isolation') = 'read committed' then
        -- the round passes a row that another session has locked: a debt comes back to it
        insert into ff_debt (execution_id)
        select s.execution_id
        from unnest(v_seen) as s (execution_id)
        where s.execution_id <> all (v_keys);
    end if;
end;
$_note_lapses$;

comment on function _note_lapses is
'Writes the expired events of leases that lapsed in a range of routes, and ends attempts that ran out of time and executions that were taken over too often; locked ones become debts. Returns how many it has dealt with, and where the next call goes on; null at the end of the range.';
