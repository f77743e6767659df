create or replace function _check_on_failure(p_argument text, p_on_failure jsonb)
returns void
language plpgsql
stable
as $_check_on_failure$
begin
    if not coalesce(_is_name(p_on_failure ->> 'kind', 'label'), false) then
        perform _raise_invalid(
            p_argument,
            'at "on_failure.kind" must be 1 to 256 bytes without control characters'
        );
    elsif not _is_name(p_on_failure ->> 'lane_id', 'lane') then
        perform _raise_invalid(
            p_argument, 'at "on_failure.lane_id" must be 1 to 64 printable ASCII characters'
        );
    elsif p_on_failure ->> 'lane_id' is not null then
        -- it is submitted there later, whoever ends the execution
        perform _check_lane(p_on_failure ->> 'lane_id', 'submit', 'operate');
    end if;
end;
$_check_on_failure$;

comment on function _check_on_failure is
'Refuses a policy that names no kind to submit on failure, or a lane in which the caller may not submit.';
