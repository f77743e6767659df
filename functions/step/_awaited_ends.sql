create or replace function _awaited_ends(p_wait ff_step, p_ended uuid[])
returns integer
language plpgsql
stable
as $_awaited_ends$
begin
    if p_ended is null then
        -- more than any wait misses
        return 2147483647;
    end if;
    return (
        select count(*)::integer
        from ff_exec_core as e
        inner join ff_step as s
            on s.execution_id = p_wait.execution_id and s.step_key = e.parent_step_key
        where
            e.execution_id = any (p_ended)
            and s.child_execution_id = e.execution_id
            and case
                when p_wait.awaited_keys is null
                    then s.place < coalesce(p_wait.begun_place, p_wait.place)
                else s.step_key = any (p_wait.awaited_keys)
            end
    );
end;
$_awaited_ends$;

comment on function _awaited_ends is
'How many of the children that have ended a wait is for; null children: more than any number.';
