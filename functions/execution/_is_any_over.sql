create or replace function _is_any_over(p_execution_ids uuid[])
returns boolean
language plpgsql
stable
as $_is_any_over$
declare
    v_is_any_over boolean;
    v_unknown_id uuid;
begin
    select
        bool_or(e.terminal_at is not null),
        (array_agg(i.execution_id) filter (where e.execution_id is null))[1]
    into v_is_any_over, v_unknown_id
    from unnest(p_execution_ids) as i (execution_id)
    left join ff_exec_core as e on e.execution_id = i.execution_id;
    if v_unknown_id is not null then
        perform _raise('execution_not_found', jsonb_build_object('execution_id', v_unknown_id));
    end if;
    return v_is_any_over;
end;
$_is_any_over$;

comment on function _is_any_over is
'Is one of the executions over? Raises when one does not exist.';
