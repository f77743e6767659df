create or replace function _check_members(p_members jsonb, p_path text, p_level integer)
returns void
language plpgsql
immutable
as $_check_members$
declare
    r_member record;
begin
    if jsonb_typeof(p_members) <> 'array' or p_members = '[]' then
        perform _refuse_condition(p_path, 'must be an array of at least one condition');
    end if;
    for r_member in
        select m.condition, m.place
        from jsonb_array_elements(p_members) with ordinality as m (condition, place)
    loop
        perform _check_condition(
            r_member.condition, format('%s[%s]', p_path, r_member.place - 1), p_level + 1
        );
    end loop;
end;
$_check_members$;

comment on function _check_members is 'Refuses members of all or any that are not conditions.';
