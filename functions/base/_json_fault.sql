create or replace function _json_fault(p_value jsonb, p_limit integer default 16777216)
returns text
language plpgsql
stable
as $_json_fault$
declare
    v_flat jsonb;
    v_size integer;
    v_long bigint;
begin
    if _is_small(p_value) then
        return null;
    end if;
    -- uncompressed JSON has a known size; 8 bytes of it print as at least one
    v_flat := p_value #> '{}';
    v_size := pg_column_size(v_flat);
    if v_size / 8 > p_limit then
        return _size_fault(p_limit);
    end if;
    v_long := _long_numbers(v_flat);
    if v_long >= 1000000000000000 then
        return 'must be nested at most 100 levels deep';
    elsif v_long >= 1000000 then
        return 'must not have a number of more than 400 characters';
    elsif v_long > 1000 then
        return 'must have at most 1000 numbers of more than 40 characters';
    elsif v_size > p_limit / 8 and octet_length(p_value::text) > p_limit then
        return _size_fault(p_limit);
    end if;
    return null;
end;
$_json_fault$;

comment on function _json_fault is
'The fault in JSON that a caller gives: it is nested too deep, has numbers that are too long, or prints as more than p_limit bytes; null when it has no fault. The cost of this test is bounded by the stored size of the JSON, not by the printed one.';
