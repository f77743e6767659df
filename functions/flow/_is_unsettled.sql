create or replace function _is_unsettled(p_join ff_edge_group, p_state ff_state)
returns boolean
language sql
immutable
as $_is_unsettled$
    select
        p_state < 'completed'
        and (
            p_join.state <> 'pending'
            -- A session that holds the execution may let it wait for a worker, unless it waits for
            -- the join already.
            or (p_join.is_open and p_state not between 'children_first' and 'children_resume')
        )
$_is_unsettled$;

comment on function _is_unsettled is
'May an execution in this state have to be blocked, released or skipped for its join?';
