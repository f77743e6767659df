create or replace function _resolve_if_over(p_edge ff_edge)
returns void
language plpgsql
as $_resolve_if_over$
declare
    v_key constant _execution_key := (p_edge.upstream_partition, p_edge.upstream_id);
    v_terminal_at timestamptz;
begin
    -- Locked, so that it does not end unseen: its end sees this edge, or we see its end.
    select e.terminal_at
    into v_terminal_at
    from ff_exec_core as e
    where e.execution_id = v_key.execution_id and e.partition_key = v_key.partition_key
    for share skip locked;
    if not found then
        -- somebody may be ending it just now: looked at again once both are through
        perform _owe('resolve', array[v_key]);
    elsif v_terminal_at is not null then
        perform _resolve_dependents(array[v_key]);
    end if;
end;
$_resolve_if_over$;

comment on function _resolve_if_over is
'Resolves an edge that has just come to count when its upstream has ended already.';
