create or replace function _resolve_if_over(p_edge ff_edge)
returns void
language plpgsql
as $_resolve_if_over$
declare
    v_execution_id constant uuid := p_edge.upstream_id;
begin
    -- One that nobody works on is locked, so that it does not end unseen.
    perform from ff_exec_core as e
    where
        e.execution_id = v_execution_id
        and e.state < 'active'
    for share skip locked;
    if found then
        return;
    elsif exists (
        select 1
        from ff_exec_core as e
        where
            e.execution_id = v_execution_id
            and e.terminal_at is not null
    ) then
        perform _resolve_dependents(array[v_execution_id]);
    else
        -- It may be ending just now, or end before this transaction commits, and its end does not
        -- see the edge. It is not locked: a holder must not wait for the caller's transaction.
        perform _owe('resolve', array[v_execution_id], 1);
    end if;
end;
$_resolve_if_over$;

comment on function _resolve_if_over is
'Resolves an edge that has just come to count when its upstream has ended already; else sees to it that the end of the upstream is not missed.';
