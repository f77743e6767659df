create or replace function _check_flow_edges(p_nodes jsonb, p_edges _flow_edge[])
returns void
language plpgsql
stable
as $_check_flow_edges$
declare
    v_cycle integer[];
    r_wrong record;
begin
    perform _check_joins(p_nodes);
    select
        e.json_path as path,
        case
            when e.upstream_name is null then 'must be the name of a node'
            when e.upstream_item is null
                then format('names "%s", which is not a node', left(e.upstream_name, 100))
            when e.input_name is null
                then format('names "%s" more than once', left(e.upstream_name, 100))
            else format('names "%s", which is not in after', left(e.upstream_name, 100))
        end as fact
    into r_wrong
    from (
        select
            r.upstream_item,
            r.upstream_name,
            r.input_name,
            r.json_path,
            r.downstream_item,
            row_number() over (
                partition by r.downstream_item, r.upstream_item, r.input_name
                order by r.input_position
            ) as occurrence,
            bool_or(r.input_name is null) over (
                partition by r.downstream_item, r.upstream_item
            ) as is_upstream
        from unnest(p_edges) as r
    ) as e
    where
        e.upstream_item is null
        or (e.input_name is null and e.occurrence > 1)
        or not e.is_upstream
    order by e.downstream_item, e.json_path collate "C"
    limit 1;
    if found then
        perform _raise_node(r_wrong.path, r_wrong.fact);
    end if;

    v_cycle := _find_cycle(
        (select count(*)::integer from jsonb_object_keys(p_nodes)),
        array(select e.upstream_item from unnest(p_edges) as e where e.input_name is null),
        array(select e.downstream_item from unnest(p_edges) as e where e.input_name is null)
    );
    if v_cycle is not null then
        perform _raise('cycle_detected', (
            select jsonb_build_object(
                'argument', 'p_flow',
                'path', _json_path('nodes', (array_agg(n.key order by c.place))[1]) || '.after',
                'cycle', jsonb_agg(n.key order by c.place)
            )
            from unnest(v_cycle[:100]) with ordinality as c (item, place)
            inner join jsonb_each(p_nodes) with ordinality as n (key, value, item)
                on n.item = c.item
        ));
    end if;
end;
$_check_flow_edges$;

comment on function _check_flow_edges is
'Refuses a flow whose nodes name a node that does not exist, or wait for each other in a cycle.';
