create or replace function _tell_of_end(p_execution_id uuid)
returns void
language plpgsql
as $_tell_of_end$
declare
    r_ended record;
begin
    select e.is_counted, e.flow_id, e.parent_id
    into r_ended
    from ff_exec_core as e
    where e.execution_id = p_execution_id;
    if r_ended.is_counted then
        perform _end_counted_work(array[p_execution_id]);
    end if;
    if r_ended.flow_id is not null then
        perform _end_member(p_execution_id);
    end if;
    if r_ended.parent_id is not null then
        perform _end_children(array[p_execution_id]);
    end if;
    perform _ring_for_ends(array[p_execution_id]);
end;
$_tell_of_end$;

comment on function _tell_of_end is
'Does all that follows from a completion, but for limits: counts it, lets its flow and its parent go on, wakes sessions that wait for its result.';
