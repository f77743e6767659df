create or replace function _find_cycle(
    p_node_count integer,
    p_upstreams integer[],
    p_downstreams integer[]
)
returns integer[]
language plpgsql
immutable
as $_find_cycle$
declare
    v_open integer[] := array_fill(0, array[p_node_count]);
    -- edges by upstream: the first of each node, and after each edge the next one of its upstream
    v_first integer[] := array_fill(0, array[p_node_count]);
    v_next integer[] := array_fill(0, array[greatest(cardinality(p_upstreams), 1)]);
    v_ready integer[];
    v_at integer := 0;
    v_edge integer;
    v_node integer;
    v_seen integer[] := array_fill(0, array[p_node_count]);
    v_path integer[] := '{}'::integer[];
begin
    for v_item in 1..cardinality(p_upstreams) loop
        v_open[p_downstreams[v_item]] := v_open[p_downstreams[v_item]] + 1;
        v_node := p_upstreams[v_item];
        v_next[v_item] := v_first[v_node];
        v_first[v_node] := v_item;
    end loop;
    v_ready := array(
        select o.item::integer
        from unnest(v_open) with ordinality as o (count, item)
        where o.count = 0
    );
    -- remove nodes that wait for no node, again and again; a node left is on or behind a cycle
    while v_at < cardinality(v_ready) loop
        v_at := v_at + 1;
        v_edge := v_first[v_ready[v_at]];
        while v_edge > 0 loop
            v_node := p_downstreams[v_edge];
            v_open[v_node] := v_open[v_node] - 1;
            if v_open[v_node] = 0 then
                v_ready := v_ready || v_node;
            end if;
            v_edge := v_next[v_edge];
        end loop;
    end loop;
    if v_at = p_node_count then
        return null;
    end if;
    -- every node left waits for another node left: walking upstream closes a cycle
    for v_item in 1..cardinality(p_upstreams) loop
        if v_open[p_upstreams[v_item]] > 0 then
            v_node := p_downstreams[v_item];
            v_first[v_node] := p_upstreams[v_item];
        end if;
    end loop;
    v_node := (
        select min(o.item)::integer
        from unnest(v_open) with ordinality as o (count, item)
        where o.count > 0
    );
    while v_seen[v_node] = 0 loop
        v_path := v_node || v_path;
        v_seen[v_node] := 1;
        v_node := v_first[v_node];
    end loop;
    return v_path[:array_position(v_path, v_node)];
end;
$_find_cycle$;

comment on function _find_cycle is
'A cycle in a graph of numbered nodes, in the order of its edges; null when the graph has no cycle.';
