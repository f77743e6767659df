create or replace function _settle_debts(p_after bigint, p_limit integer)
returns bigint
language plpgsql
as $_settle_debts$
declare
    v_now timestamptz;
    v_last_id bigint;
    v_count integer := 0;
    v_execution ff_exec_core;
    v_due_at timestamptz;
    r_debt record;
begin
    for r_debt in
        select d.debt_id, d.execution_id, d.partition_key
        from ff_debt as d
        where d.debt_id > p_after
        order by d.debt_id
        limit p_limit
        for update skip locked
    loop
        v_count := v_count + 1;
        v_last_id := r_debt.debt_id;
        v_now := coalesce(v_now, _announce());
        select e.*
        into v_execution
        from ff_exec_core as e
        where e.execution_id = r_debt.execution_id and e.partition_key = r_debt.partition_key
        for no key update skip locked;
        if found then
            -- The end of a delay, a lease or a grant is a moment to wait for. What simply waits has
            -- none: a moment to come is one of a clock that was set back since.
            v_due_at := greatest(
                v_now,
                _reserved_until(v_execution, v_now),
                case
                    when v_execution.state = 'active' then v_execution.lease_expires_at
                    when v_execution.state not in (
                        'waiting_first', 'waiting_retry', 'waiting_replay', 'waiting_resume',
                        'revoked'
                    ) then v_execution.claimable_at
                end
            );
            if (v_execution.terminal_at is null and v_execution.deadline_at <= v_now)
                -- timeouts of suspensions have a head of their own, too
                or (_is_suspended(v_execution.state) and v_execution.claimable_at <= v_now)
            then
                perform _settle_candidate(r_debt.partition_key, r_debt.execution_id, v_now);
            elsif v_execution.claimable_at < _head_of(v_execution.route_id)
                or (
                    v_execution.claimable_at is not null
                    and _live_route(v_execution.route_id) <> v_execution.route_id
                )
                or v_execution.claimable_at > v_due_at
            then
                update ff_exec_core as e
                set claimable_at = v_due_at, route_id = _live_route(e.route_id)
                where
                    e.execution_id = r_debt.execution_id
                    and e.partition_key = r_debt.partition_key;
            end if;
            delete from ff_debt as d where d.debt_id = r_debt.debt_id;
        elsif not exists (
            select 1
            from ff_exec_core as e
            where e.execution_id = r_debt.execution_id and e.partition_key = r_debt.partition_key
        ) then
            delete from ff_debt as d where d.debt_id = r_debt.debt_id;
        end if;
    end loop;
    -- from the beginning again once the end is reached: those that were still held wait there
    return case when v_count < p_limit then 0 else v_last_id end;
end;
$_settle_debts$;

comment on function _settle_debts is
'Visits the rows that heads passed while they were held: one that is free again and below its head becomes due now. Answers where to go on.';
