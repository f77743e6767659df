create or replace function _ended_upstreams(p_keys _execution_key[], p_try_count integer)
returns _execution_key[]
language plpgsql
as $_ended_upstreams$
declare
    v_ended _execution_key[];
    v_held _execution_key[];
begin
    select
        array_agg(k) filter (where e.terminal_at is not null),
        -- One that goes on is only of interest while its end may be under way; or it ended since
        -- this statement began, and nobody but us has seen the edge.
        array_agg(k) filter (
            where e.terminal_at is null and _is_ending(e.partition_key, e.execution_id)
        )
    into v_ended, v_held
    from unnest(p_keys) as k
    inner join ff_exec_core as e
        on e.execution_id = (k).execution_id and e.partition_key = (k).partition_key;
    if v_held is not null then
        perform _owe('resolve', v_held, p_try_count);
    end if;
    return coalesce(v_ended, '{}');
end;
$_ended_upstreams$;

comment on function _ended_upstreams is
'Those of the executions that have ended; those that somebody holds, who may be ending them, stay owed.';
