create or replace function _uuids_in(p_value jsonb)
returns uuid[]
language plpgsql
immutable
as $_uuids_in$
begin
    if coalesce(jsonb_typeof(p_value), 'null') = 'null' then
        return null;
    end if;
    return array(
        select _parse_uuid('p_options.budget_ids', u.value)
        from jsonb_array_elements_text(p_value) with ordinality as u (value, item)
        order by u.item
    );
end;
$_uuids_in$;

comment on function _uuids_in is 'The uuids in an array of JSON; null for none.';
