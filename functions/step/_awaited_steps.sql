create or replace function _awaited_steps(p_execution ff_exec_core)
returns setof ff_step
language plpgsql
stable
as $_awaited_steps$
begin
    return query
    select s.*
    from ff_step as s
    where
        s.execution_id = p_execution.execution_id
        and s.saved_at is null
        and s.waited_epoch = p_execution.lease_epoch
    order by s.place;
end;
$_awaited_steps$;

comment on function _awaited_steps is
'The open steps that a parked execution waits for: those for which its last lease was given back. An open step of an earlier lease, which the handler has not asked for again, is left out.';
