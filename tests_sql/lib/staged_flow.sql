-- A flow that is built step by step: kinds name its members, numbers its edges.
\set QUIET on
create function pg_temp.id_of(p_name text) returns uuid language sql as $$
    select e.execution_id
    from flowfabric.ff_exec_core as e where e.kind = p_name
$$;
create function pg_temp.member(
    p_name text, p_delay_ms bigint default null
) returns uuid language sql as $$
    select c.execution_id
    from flowfabric.ff_create_execution(
        'lane', '{}', p_kind => p_name, p_delay_ms => p_delay_ms,
        p_flow_id => '00000000-0000-7000-8000-00000000000f'
    ) as c
$$;
create function pg_temp.edge(p_number integer) returns uuid language sql as $$
    select ('00000000-0000-7000-8000-' || lpad(p_number::text, 12, '0'))::uuid
$$;
create function pg_temp.stage(p_number integer, p_upstream text, p_downstream text) returns bigint
language sql as $$
    select s.graph_revision
    from flowfabric.ff_stage_dependency_edge(
        '00000000-0000-7000-8000-00000000000f', pg_temp.edge(p_number),
        pg_temp.id_of(p_upstream), pg_temp.id_of(p_downstream)
    ) as s
$$;
create function pg_temp.apply(p_number integer) returns text language sql as $$
    select concat_ws(' ', a.outcome, a.edge_state, a.unsatisfied_count, a.public_state)
    from flowfabric.ff_apply_dependency_to_child(
        '00000000-0000-7000-8000-00000000000f', pg_temp.edge(p_number)
    ) as a
$$;
create function pg_temp.finish(p_name text) returns text language sql as $$
    select f.public_state
    from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of(p_name), 'lane') as c
    cross join lateral flowfabric.ff_complete(c.handle) as f
$$;
select flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000f') is null as created;
