create or replace function _stage_edge(p_edge ff_edge, p_input_name text)
returns void
language plpgsql
as $_stage_edge$
declare
    v_is_list constant boolean := coalesce(right(p_input_name, 2) = '[]', false);
    v_name constant text := case when v_is_list then left(p_input_name, -2) else p_input_name end;
begin
    -- a call that decides about the graph by an older snapshot conflicts with this
    update ff_flow as f set updated_at = _now() where f.flow_id = p_edge.flow_id;
    -- the flow is locked: no other session makes the join meanwhile
    if not exists (select 1 from ff_edge_group as g where g.downstream_id = p_edge.downstream_id)
    then
        perform _count_join('all_of');
    end if;
    insert into ff_edge_group as g (
        downstream_id, flow_id, policy, on_satisfied, has_inputs, total_count
    )
    values (
        p_edge.downstream_id,
        p_edge.flow_id,
        'all_of',
        'let_run',
        p_edge.data_passing_ref is not null or v_name is not null,
        1
    )
    on conflict (downstream_id) do update
    set
        total_count = g.total_count + 1,
        has_inputs = g.has_inputs or excluded.has_inputs,
        -- an all_of join now needs one more; other joins keep their decision
        state = case
            when g.policy = 'all_of' and g.state = 'satisfied' then 'pending'
            else g.state
        end,
        decided_at = case
            when not (g.policy = 'all_of' and g.state = 'satisfied') then g.decided_at
        end;
    insert into ff_edge (
        edge_id, flow_id, upstream_id, downstream_id, dependency_kind, data_passing_ref,
        created_at, created_by, creating_login
    )
    values (
        p_edge.edge_id,
        p_edge.flow_id,
        p_edge.upstream_id,
        p_edge.downstream_id,
        p_edge.dependency_kind,
        p_edge.data_passing_ref,
        _now(),
        _caller()::text,
        _creating_login()
    );
    if v_name is null then
        return;
    end if;
    if exists (
        select 1
        from ff_exec_core as e
        where
            e.execution_id = p_edge.downstream_id
            and (e.payload is not null or jsonb_typeof(e.input) <> 'object')
    ) then
        perform _raise_invalid('p_input_name', 'needs an input that is a JSON object or null');
    end if;
    insert into ff_edge_input (
        downstream_id, input_name, input_position,
        upstream_id
    )
    select
        p_edge.downstream_id,
        v_name,
        case when v_is_list then count(*) + 1 else 0 end,
        p_edge.upstream_id
    from ff_edge_input as n
    where
        n.downstream_id = p_edge.downstream_id
        and n.input_name = v_name
    -- a name stands for one result or for a list, not for both
    having case when v_is_list then coalesce(min(n.input_position), 1) > 0 else count(*) = 0 end;
    if not found then
        perform _raise_invalid('p_input_name', 'is already an input of the execution');
    end if;
end;
$_stage_edge$;

comment on function _stage_edge is 'Writes an edge, which must have been checked, and counts it in its join.';
