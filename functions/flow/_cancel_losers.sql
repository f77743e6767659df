create or replace function _cancel_losers(
    p_joins uuid[],
    p_now timestamptz,
    p_limit integer,
    p_try_count integer,
    p_is_committed boolean default false
)
returns void
language plpgsql
as $_cancel_losers$
declare
    v_count integer := 0;
    r_loser record;
begin
    for r_loser in
        select e as execution, l.reason
        from _dispensable_upstreams(p_joins) as l
        inner join ff_exec_core as e
            on e.execution_id = l.execution_id
        left join ff_flow as f on f.flow_id = e.flow_id
        where
            e.terminal_at is null
            -- checked again on the locked row: it may have been claimed since it was found
            and _ends_with_flow(f.cancellation_policy, e.state)
        order by e.execution_id
        limit p_limit
        for no key update of e skip locked
    loop
        v_count := v_count + 1;
        perform _cancel_locked(
            r_loser.execution, p_now, r_loser.reason, 'flow_cascade', p_is_cascade => true
        );
    end loop;
    if exists (select 1 from _dispensable_upstreams(p_joins) as l) then
        perform _add_flow_todo(
            'candidates', p_joins, case when v_count >= p_limit then 0 else p_try_count end
        );
    elsif not p_is_committed and exists (select 1 from _shared_candidates(p_joins) as c) then
        -- Another join may stop waiting in a transaction that is open now. It spares the shared
        -- upstreams because this join still seems to wait for them, and this call spares them
        -- because the other one does. The todo that is worked on last sees that neither join waits.
        perform _add_flow_todo('candidates', p_joins, greatest(p_try_count, 1));
    end if;
end;
$_cancel_losers$;

comment on function _cancel_losers is
'Cancels the losers among the upstreams of joins that stopped waiting. Leaves a todo when another session holds some, when there are too many for one transaction, and when other joins share some (except for joins that an earlier transaction stopped).';
