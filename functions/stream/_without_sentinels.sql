create or replace function _without_sentinels(p_value jsonb)
returns jsonb
language plpgsql
immutable
as $_without_sentinels$
begin
    -- level by level only where a sentinel exists
    if strpos(p_value::text, '"__ff_null__"') = 0 then
        return p_value;
    elsif jsonb_typeof(p_value) = 'array' then
        return coalesce(
            (
                select jsonb_agg(_without_sentinels(i.item) order by i.position)
                from jsonb_array_elements(p_value) with ordinality as i (item, position)
            ),
            '[]'
        );
    elsif jsonb_typeof(p_value) = 'object' then
        return coalesce(
            (
                select jsonb_object_agg(m.key, _without_sentinels(m.value))
                from jsonb_each(p_value) as m
            ),
            '{}'
        );
    end if;
    return case when p_value = '"__ff_null__"' then 'null' else p_value end;
end;
$_without_sentinels$;

comment on function _without_sentinels is 'A value with JSON null in the place of __ff_null__. (A null in a patch removes the key.)';
