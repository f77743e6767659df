create or replace function _await_meeting(
    p_step ff_step,
    p_finished_count integer,
    p_is_alone boolean
)
returns void
language plpgsql
as $_await_meeting$
begin
    if not p_is_alone then
        -- a child may be ending that does not see this wait, and that this transaction does not see
        perform _add_flow_todo('meet', array[p_step.execution_id]);
        return;
    end if;
    update ff_meeting as m
    set
        awaited_place = p_step.place,
        missing_count = p_step.awaited_count - p_finished_count
    where m.parent_id = p_step.execution_id;
end;
$_await_meeting$;

comment on function _await_meeting is
'Notes how many children a wait misses that has just begun; without the meeting row alone, leaves a todo to count them.';
