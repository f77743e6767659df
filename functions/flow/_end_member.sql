create or replace function _end_member(p_execution_id uuid, p_is_cascade boolean default false)
returns void
language plpgsql
as $_end_member$
begin
    if not p_is_cascade then
        perform _resolve_dependents(array[p_execution_id]);
    elsif
        -- an older snapshot may not show all the edges
        current_setting('transaction_isolation') <> 'read committed'
        or exists (
            select 1
            from ff_edge as d
            where
                d.upstream_id = p_execution_id
                and d.state = 'applied'
        )
        or exists (
            select 1
            from ff_edge_group as g
            where
                g.downstream_id = p_execution_id
                and g.state = 'pending'
        )
    then
        -- one level of the graph in one transaction
        perform _add_flow_todo('resolve', array[p_execution_id]);
    end if;
end;
$_end_member$;

comment on function _end_member is
'Lets the executions behind an ended execution go on, be skipped or wait: at once, or by a todo when that end was itself the consequence of another end.';
