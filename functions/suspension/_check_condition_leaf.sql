create or replace function _check_condition_leaf(p_leaf jsonb, p_kind text, p_path text)
returns void
language plpgsql
immutable
as $_check_condition_leaf$
declare
    v_on constant text := ltrim(p_path || '.on', '.');
    v_count constant text := ltrim(p_path || '.count', '.');
    r_key record;
begin
    if p_leaf ? 'signal' and (
        jsonb_typeof(p_leaf -> 'signal') <> 'string' or not _is_name(p_leaf ->> 'signal', 'label')
    ) then
        perform _refuse_condition(
            ltrim(p_path || '.signal', '.'),
            'must be a string of 1 to 256 bytes without control characters'
        );
    elsif not p_leaf ? 'on' then
        perform _refuse_condition(p_path, 'must name a waitpoint: "on" is missing');
    elsif p_kind <> 'count' and jsonb_typeof(p_leaf -> 'on') <> 'string' then
        perform _refuse_condition(v_on, 'must be the key of a waitpoint');
    elsif p_kind = 'count'
        and (jsonb_typeof(p_leaf -> 'on') <> 'array' or p_leaf -> 'on' = '[]')
    then
        perform _refuse_condition(v_on, 'must be an array of at least one key of a waitpoint');
    end if;
    for r_key in
        select k.value
        from jsonb_array_elements(
            case p_kind when 'count' then p_leaf -> 'on' else jsonb_build_array(p_leaf -> 'on') end
        ) as k (value)
    loop
        if jsonb_typeof(r_key.value) <> 'string' or not _is_name(r_key.value #>> '{}', 'label') then
            perform _refuse_condition(
                v_on, 'must have keys of 1 to 256 bytes without control characters'
            );
        end if;
    end loop;
    if p_kind <> 'count' then
        return;
    end if;

    if coalesce(p_leaf ->> 'of', '') not in ('sources', 'signals', 'waitpoints') then
        perform _refuse_condition(
            ltrim(p_path || '.of', '.'), 'must be sources, signals or waitpoints'
        );
    elsif jsonb_typeof(p_leaf -> 'count') <> 'number'
        or (p_leaf -> 'count')::numeric % 1 <> 0
        or (p_leaf -> 'count')::numeric not between 1 and 10000
    then
        perform _refuse_condition(v_count, 'must be a whole number between 1 and 10000');
    elsif p_leaf ->> 'of' = 'waitpoints'
        and (p_leaf -> 'count')::numeric > cardinality(_condition_keys(p_leaf))
    then
        perform _refuse_condition(
            v_count, 'must not be more than the number of waitpoints in "on"'
        );
    end if;
end;
$_check_condition_leaf$;

comment on function _check_condition_leaf is
'Refuses a part of a condition whose waitpoints, signal name or count are wrong.';
