create or replace function _try_parse_handle(p_handle text)
returns _fence
language plpgsql
stable
as $_try_parse_handle$
declare
    v_fence _fence;
begin
    if octet_length(p_handle) is distinct from 119 then
        return null;
    end if;
    v_fence := (
        left(p_handle, 36)::uuid,
        null,
        substr(p_handle, 75, 19)::bigint,
        substr(p_handle, 38, 36)::uuid,
        null,
        substr(p_handle, 95, 8)::bigint
    )::_fence;
    -- A text is a handle only if these values are written as exactly this text.
    if _format_handle(
            v_fence.execution_id, v_fence.lease_id, v_fence.lease_epoch, v_fence.lease_ttl_ms
        ) = p_handle
        and v_fence.lease_ttl_ms between 1 and 86400000
    then
        return v_fence;
    end if;
    return null;
exception
    when data_exception then
        return null;
end;
$_try_parse_handle$;

comment on function _try_parse_handle is
'Parses a handle; null if the text is not a handle. A handle does not name an attempt: the lease implies it.';
