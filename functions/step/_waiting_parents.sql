create or replace function _waiting_parents(p_parents uuid[])
returns uuid[]
language plpgsql
stable
set plan_cache_mode = force_generic_plan
as $_waiting_parents$
begin
    return array(
        select e.execution_id
        from unnest(p_parents) as k (execution_id)
        inner join ff_exec_core as e on e.execution_id = k.execution_id
        where e.state = 'children_resume'
    );
end;
$_waiting_parents$;

comment on function _waiting_parents is
'The parents of these that wait for children, as far as their waits are committed.';
