create or replace function _try_parse_handle(p_handle text)
returns _fence
language plpgsql
immutable
as $_try_parse_handle$
declare
    v_fence _fence;
begin
    if p_handle collate "C" !~ '^ff1:[0-9a-f:-]+$' then
        return null;
    end if;
    -- one cast of a record is several times faster than a pattern and seven casts
    v_fence := ('(' || replace(substr(p_handle, 5), ':', ',') || ')')::_fence;
    -- true only when every field is there: no NULL gets into a fence
    if v_fence is not null
        and v_fence.partition_key between 0 and 255
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

comment on function _try_parse_handle is 'Parses a handle; null when it is not one.';
