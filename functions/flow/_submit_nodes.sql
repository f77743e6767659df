create or replace function _submit_nodes(
    p_flow_id uuid,
    p_nodes jsonb,
    p_edges _flow_edge[],
    p_namespace text,
    p_actor text
)
returns void
language plpgsql
as $_submit_nodes$
declare
    v_node_count constant integer := (
        select count(*)::integer from jsonb_object_keys(p_nodes)
    );
    v_partition constant integer := _partition_for(p_flow_id);
    v_now timestamptz;
    v_ids uuid[];
    v_route_ids integer[];
    v_counted jsonb;
begin
    v_route_ids := _place_nodes(p_nodes);
    v_counted := _limited_lanes(p_nodes);
    v_now := _now_at_gate();
    v_ids := array(
        select _new_id(v_now + i.item * interval '1 microsecond', v_partition)
        from generate_series(1, v_node_count) as i (item)
    );
    insert into ff_flow_member (flow_id, execution_id, node, added_at)
    select p_flow_id, v_ids[n.item], n.key, v_now
    from jsonb_each(p_nodes) with ordinality as n (key, value, item);
    perform _insert_nodes(
        p_flow_id, p_nodes, v_ids, v_route_ids, p_namespace, p_actor, v_now, v_counted
    );
    perform _await_turn(d.route_id, d.fairness_key)
    from (
        select distinct e.route_id, e.fairness_key
        from ff_exec_core as e
        where
            e.execution_id = any (v_ids)
            and e.fairness_key is not null
            and e.claimable_at <= _now()
        order by e.route_id, e.fairness_key
    ) as d;
    if to_timestamp(pg_sequence_last_value('ff_doorbell_until'::regclass)) > v_now then
        -- also for the deadlines of members that wait for others
        perform _ring_route(e.route_id, min(e.claimable_at))
        from ff_exec_core as e
        where e.execution_id = any (v_ids) and e.claimable_at is not null
        group by e.route_id;
    end if;
    if v_counted <> '{}' then
        perform _count_nodes(p_nodes, v_ids, v_counted);
    end if;
    perform _insert_joins(p_flow_id, p_nodes, p_edges, v_ids, v_now);
    if exists (select 1 from jsonb_each(p_nodes) as n where n.value ? 'deadline_at') then
        -- cannot raise ZF201: they were written by this call
        perform _expire_at_once(
            array(
                select e.execution_id
                from ff_exec_core as e
                where e.execution_id = any (v_ids) and e.deadline_at <= v_now
                order by e.execution_id
            ),
            v_now
        );
    end if;
end;
$_submit_nodes$;

comment on function _submit_nodes is 'Writes the members of a flow, which must have been checked, and their edges.';
