create or replace function _check_json(
    p_argument text,
    p_value jsonb,
    p_limit integer default 16777216
)
returns void
language plpgsql
stable
as $_check_json$
declare
    v_fault constant text := _json_fault(p_value, p_limit);
begin
    if v_fault is not null then
        perform _raise_invalid(p_argument, v_fault);
    end if;
end;
$_check_json$;

comment on function _check_json is
'Refuses JSON that is too deep, has numbers that are too long, or prints as more than p_limit bytes.';
