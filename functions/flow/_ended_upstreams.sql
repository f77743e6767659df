create or replace function _ended_upstreams(
    p_keys uuid[],
    p_try_count integer,
    p_is_own boolean
)
returns uuid[]
language plpgsql
as $_ended_upstreams$
declare
    v_ended uuid[];
    v_held uuid[];
begin
    select
        array_agg(k.execution_id) filter (where e.terminal_at is not null),
        -- A todo that this transaction wrote is kept: no other session sees its edge before the
        -- commit, and the upstream may end until then. Any other todo on an upstream that has
        -- not ended is kept only while another session may be ending it.
        array_agg(k.execution_id) filter (
            where
                e.terminal_at is null
                and (p_is_own or _is_ending(e.execution_id))
        )
    into v_ended, v_held
    from unnest(p_keys) as k (execution_id)
    inner join ff_exec_core as e
        on e.execution_id = k.execution_id;
    if v_held is not null then
        perform _add_flow_todo('resolve', v_held, p_try_count);
    end if;
    return coalesce(v_ended, '{}');
end;
$_ended_upstreams$;

comment on function _ended_upstreams is
'Those of the executions that have ended. For the others the todo is written again if another session may be ending them, or if this transaction wrote the todo.';
