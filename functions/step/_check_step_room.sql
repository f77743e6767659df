create or replace function _check_step_room(
    p_execution_id uuid,
    p_newest ff_step,
    p_count integer,
    p_bytes bigint
)
returns void
language plpgsql
stable
as $_check_step_room$
declare
    v_most_steps constant integer := 10000;
    v_most_bytes constant integer := 268435456;
begin
    if coalesce(p_newest.step_count, 0) + p_count > v_most_steps then
        perform _raise('step_limit_exceeded', jsonb_build_object(
            'execution_id', p_execution_id, 'limit', 'steps', 'most', v_most_steps,
            'used', coalesce(p_newest.step_count, 0)
        ));
    elsif coalesce(p_newest.byte_count, 0) + p_bytes > v_most_bytes then
        perform _raise('step_limit_exceeded', jsonb_build_object(
            'execution_id', p_execution_id, 'limit', 'bytes', 'most', v_most_bytes,
            'used', coalesce(p_newest.byte_count, 0)
        ));
    end if;
end;
$_check_step_room$;

comment on function _check_step_room is
'Refuses further steps of an execution beyond its limits: 10,000 steps, and 256 MiB of them.';
