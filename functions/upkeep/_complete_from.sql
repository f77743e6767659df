create or replace function _complete_from(p_lane_id text)
returns uuid
language plpgsql
stable
as $_complete_from$
begin
    if not exists (select from ff_route as r where r.lane_id = p_lane_id) then
        return '00000000-0000-0000-0000-000000000000'::uuid;
    end if;
    -- of the last id, the milliseconds, and one more: that names no execution
    return (
        select (
            lpad(to_hex((
                'x' || left(translate(e.execution_id::text, '-', ''), 12)
            )::bit(48)::bigint + 1), 12, '0')
            || repeat('0', 20)
        )::uuid
        from ff_exec_core as e
        order by e.execution_id desc
        limit 1
    );
end;
$_complete_from$;

comment on function _complete_from is
'An id above those of all executions that were submitted to a lane before; the lowest one if none was.';
