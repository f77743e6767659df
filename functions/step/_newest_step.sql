create or replace function _newest_step(p_execution_id uuid)
returns ff_step
language plpgsql
stable
as $_newest_step$
declare
    v_newest ff_step;
begin
    select s.*
    into v_newest
    from ff_step as s
    where s.execution_id = p_execution_id
    order by s.place desc
    limit 1;
    return v_newest;
end;
$_newest_step$;

comment on function _newest_step is
'The step of an execution that was begun or saved last: it has the totals of all.';
