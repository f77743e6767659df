create or replace function _long_numbers(p_value jsonb, p_level integer default 1)
returns bigint
language plpgsql
immutable
as $_long_numbers$
declare
    v_type constant text := jsonb_typeof(p_value);
begin
    if v_type = 'number' then
        return case
            when abs(p_value::numeric) >= 1e400 or scale(p_value::numeric) > 400
                then 1000000::bigint
            when length(p_value::text) > 400 then 1000000
            when length(p_value::text) > 40 then 1
            else 0
        end;
    elsif v_type not in ('array', 'object') then
        return 0::bigint;
    elsif p_level > 100 then
        return 1000000000000000;
    elsif pg_column_size(p_value) <= 1024
        and p_level + pg_column_size(p_value) / 8 <= 100
        and p_value::text !~ '[0-9.]{41}'
    then
        return 0::bigint;
    elsif v_type = 'array' then
        return (
            select coalesce(sum(case
                when jsonb_typeof(i.item) in ('string', 'boolean', 'null') then 0
                when jsonb_typeof(i.item) = 'number'
                    and scale(i.item::numeric) <= 15
                    and abs(i.item::numeric) < 1e20
                then 0
                -- this size prints as 11 MB at most, and its depth is at most its size
                when pg_column_size(i.item) <= 1024
                    and p_level + pg_column_size(i.item) / 8 < 100
                    and i.item::text !~ '[0-9.]{41}'
                then 0
                else _long_numbers(i.item, p_level + 1)
            end), 0)::bigint
            from jsonb_array_elements(p_value) as i (item)
        );
    end if;
    return (
        select coalesce(sum(case
            when jsonb_typeof(m.value) in ('string', 'boolean', 'null') then 0
            when jsonb_typeof(m.value) = 'number'
                and scale(m.value::numeric) <= 15
                and abs(m.value::numeric) < 1e20
            then 0
            -- this size prints as 11 MB at most, and its depth is at most its size
            when pg_column_size(m.value) <= 1024
                and p_level + pg_column_size(m.value) / 8 < 100
                and m.value::text !~ '[0-9.]{41}'
            then 0
            else _long_numbers(m.value, p_level + 1)
        end), 0)::bigint
        from jsonb_each(p_value) as m
    );
end;
$_long_numbers$;

comment on function _long_numbers is
'The number of JSON numbers of more than 40 characters in uncompressed JSON. A number of more than 400 characters counts as a million; 10^15 means more than 100 levels of nesting. Such a number is printed only as part of a small piece of the JSON, which bounds the cost.';
