create or replace function _check_bindings(p_waitpoints jsonb, p_keys text[])
returns void
language plpgsql
immutable
as $_check_bindings$
declare
    r_binding record;
    v_path text;
begin
    if p_waitpoints is null then
        return;
    elsif jsonb_typeof(p_waitpoints) <> 'array' or jsonb_array_length(p_waitpoints) > 100 then
        perform _raise_invalid('p_waitpoints', 'must be an array of at most 100 waitpoints');
    end if;
    for r_binding in
        select b.binding, format('at "[%s]" ', b.place - 1) as path
        from jsonb_array_elements(p_waitpoints) with ordinality as b (binding, place)
    loop
        if jsonb_typeof(r_binding.binding) <> 'object'
            or (select count(*) from jsonb_object_keys(r_binding.binding)) <> 1
            or not r_binding.binding ?| array['key', 'waitpoint_id']
        then
            perform _raise_invalid(
                'p_waitpoints',
                r_binding.path || 'must be {"key": "..."} or {"waitpoint_id": "..."}'
            );
        elsif jsonb_typeof(r_binding.binding -> 'key') <> 'string'
            or r_binding.binding ->> 'key' <> all (p_keys)
        then
            perform _raise_invalid(
                'p_waitpoints', r_binding.path || 'has a key that the condition does not name'
            );
        elsif jsonb_typeof(r_binding.binding -> 'waitpoint_id') <> 'string'
            or r_binding.binding ->> 'waitpoint_id'
                !~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'
        then
            perform _raise_invalid('p_waitpoints', r_binding.path || 'must have a UUID');
        end if;
    end loop;
    select b.path
    into v_path
    from (
        select
            format('at "[%s]" ', e.place - 1) as path,
            row_number() over (
                partition by e.binding ->> 'key', lower(e.binding ->> 'waitpoint_id')
                order by e.place
            ) as place
        from jsonb_array_elements(p_waitpoints) with ordinality as e (binding, place)
    ) as b
    where b.place > 1
    limit 1;
    if found then
        perform _raise_invalid('p_waitpoints', v_path || 'repeats a waitpoint');
    end if;
end;
$_check_bindings$;

comment on function _check_bindings is
'Refuses p_waitpoints unless it names waitpoints of the condition; null is allowed.';
