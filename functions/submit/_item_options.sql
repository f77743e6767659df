create or replace function _item_options(
    p_options jsonb,
    p_per_item text[],
    p_item integer
)
returns jsonb
language sql
immutable
as $_item_options$
    select coalesce(
        jsonb_object_agg(
            o.key, case when o.key = any(p_per_item) then o.value -> (p_item - 1) else o.value end
        ),
        '{}'
    )
    from jsonb_each(p_options) as o
$_item_options$;

comment on function _item_options is
'The options of the item with this number (from 1): the value of its own where an option has a value for each item, otherwise the common value.';
