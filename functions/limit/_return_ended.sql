create or replace function _return_ended(
    p_execution_id uuid,
    p_is_limited boolean,
    p_is_counted boolean
)
returns void
language plpgsql
as $_return_ended$
begin
    if p_is_limited then
        perform _return_limits(p_execution_id, true);
    end if;
    if p_is_counted then
        perform _end_counted_work(array[p_execution_id]);
    end if;
end;
$_return_ended$;

comment on function _return_ended is
'Gives back what an execution that has ended took of limits, and of those of its submitter.';
