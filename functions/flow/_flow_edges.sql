create or replace function _flow_edges(p_nodes jsonb, p_items jsonb)
returns setof _flow_edge
language plpgsql
stable
as $_flow_edges$
begin
    return query
    with node as (
        select
            n.item::integer as item,
            n.key,
            _json_path('nodes', n.key) as path,
            n.value
        from jsonb_each(p_nodes) with ordinality as n (key, value, item)
    ),

    -- every place where a node may name others
    place as (
        select
            n.item,
            null::text as input_name,
            0 as first_position,
            n.path || '.after' || coalesce('.' || a.key, '') as path,
            coalesce(n.value -> 'after' -> a.key, n.value -> 'after') as names
        from node as n
        cross join lateral (
            select case
                when jsonb_typeof(n.value -> 'after') <> 'object' then null
                when n.value -> 'after' ? 'of' then 'of'
                when n.value -> 'after' ? 'any_of' then 'any_of'
                else 'all_of'
            end as key
        ) as a
        where jsonb_typeof(n.value -> 'after') <> 'null'
        union all
        select
            n.item,
            i.key,
            case when jsonb_typeof(i.value) = 'array' then 1 else 0 end,
            _json_path(n.path || '.inputs', i.key),
            i.value
        from node as n
        cross join lateral jsonb_each(
            case when jsonb_typeof(n.value -> 'inputs') = 'object' then n.value -> 'inputs' end
        ) as i
        union all
        select n.item, '', 0, n.path || '.input_from', n.value -> 'input_from'
        from node as n
        where jsonb_typeof(n.value -> 'input_from') <> 'null'
    ),

    reference as (
        select
            p.item,
            p.input_name,
            -- from 1 in a list; 0 for a name outside a list
            (r.place - 1 + p.first_position)::integer as position,
            p.path || case
                when jsonb_typeof(p.names) = 'array' then format('[%s]', r.place - 1) else ''
            end as path,
            case when jsonb_typeof(r.name) = 'string' then r.name #>> '{}' end as name
        from place as p
        cross join lateral jsonb_array_elements(
            case
                when jsonb_typeof(p.names) = 'array' then p.names
                -- a value that is not a name is reported by its path
                else jsonb_build_array(p.names)
            end
        ) with ordinality as r (name, place)
    )

    -- looked up, not joined: the planner does not know the number of rows, and nested loops take
        -- minutes
    select r.item, (p_items ->> r.name)::integer, r.name, r.input_name, r.position, r.path
    from reference as r
    order by r.item, r.input_name nulls first, r.position;
end;
$_flow_edges$;

comment on function _flow_edges is
'All references between the nodes of a flow, in after (without an input name), in inputs, and in input_from (under an empty name); with the path of each.';
