create or replace function _per_item_options(p_options jsonb, p_item_count integer)
returns text[]
language plpgsql
immutable
as $_per_item_options$
declare
    v_per_item text[];
    v_key text;
begin
    select array_agg(o.key)
    into v_per_item
    from jsonb_each(p_options) as o
    where jsonb_typeof(o.value) = 'array'
        and (
            -- one value of these options is an array, so values of the items are an array of arrays
            o.key not in ('required_capabilities', 'budget_ids')
            or jsonb_typeof(o.value -> 0) in ('array', 'null')
        );
    foreach v_key in array coalesce(v_per_item, '{}') loop
        if jsonb_array_length(p_options -> v_key) <> p_item_count then
            perform _raise_invalid(
                'p_options',
                format('must have as many values at "%s" as p_inputs has items', v_key)
            );
        end if;
    end loop;
    return v_per_item;
end;
$_per_item_options$;

comment on function _per_item_options is
'The options of a batch that are arrays with a value for each item; null when all options are common to the items.';
