create or replace function _is_to_be_replayed(p_child ff_exec_core)
returns boolean
language sql
stable
as $_is_to_be_replayed$
    select
        p_child.cancelled_by = 'parent_end'
        and p_child.terminal_at is not null
        and p_child.replay_count
        < coalesce((p_child.policy ->> 'max_replay_count')::numeric, 10)
        -- a member of a flow is replayed by a call of its own: the flow may be held
        and p_child.flow_id is null
$_is_to_be_replayed$;

comment on function _is_to_be_replayed is
'Has the end of its parent cancelled a child, and does a replay of the parent replay it? Then it is not over for a parent that goes on.';
