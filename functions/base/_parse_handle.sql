create or replace function _parse_handle(p_handle text)
returns _fence
language plpgsql
stable
as $_parse_handle$
declare
    v_fence constant _fence := _try_parse_handle(p_handle);
begin
    if v_fence.execution_id is not null then
        if _is_off('ff_work_switch') is not true then
            if exists (select 1 from ff_lane as l where l.is_restricted) then
                perform _check_execution(v_fence.execution_id, 'claim');
            end if;
        end if;
        return v_fence;
    end if;
    if p_handle is null then
        perform _raise_null('p_handle');
    end if;
    perform _raise_invalid(
        'p_handle', 'is not a handle', 'Pass the handle that the claim returned, unchanged.'
    );
    return null;
end;
$_parse_handle$;

comment on function _parse_handle is
'Parses a handle. Raises if the text is not a handle, or if the caller may not work in the lane of the execution.';
