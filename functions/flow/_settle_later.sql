create or replace function _settle_later(p_children uuid[])
returns void
language plpgsql
as $_settle_later$
begin
    -- a todo to settle cancels no losers
    perform _add_flow_todo('candidates', array(
        select g.downstream_id
        from ff_edge_group as g
        where
            g.downstream_id = any (p_children)
            and g.state <> 'pending'
            and g.satisfied_count + g.failed_count + g.skipped_count < g.total_count
    ));
    -- an older snapshot does not show later decisions
    perform _add_flow_todo('settle', p_children);
end;
$_settle_later$;

comment on function _settle_later is
'Leaves the work of _settle_children to todos, for a caller whose snapshot is too old to decide.';
