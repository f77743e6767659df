-- A flow whose nodes are known by their names. Needs clock.sql.
\set QUIET on
-- submits the flow, and returns its id; the lane of a node may be left out
create function pg_temp.flow(p_nodes jsonb)
returns uuid
language plpgsql
as $flow$
declare
    v_flow_id uuid;
begin
    select s.flow_id
    into v_flow_id
    from flowfabric.ff_submit_flow(jsonb_build_object('nodes', (
        select jsonb_object_agg(n.key, '{"lane": "lane"}' || n.value) from jsonb_each(p_nodes) as n
    ))) as s;
    perform set_config('test.flow_id', v_flow_id::text, true);
    return v_flow_id;
end;
$flow$;

create function pg_temp.flow_id()
returns uuid
language sql
as $flow_id$
    select current_setting('test.flow_id')::uuid
$flow_id$;

create function pg_temp.node(p_name text)
returns uuid
language sql
as $node$
    select m.execution_id
    from flowfabric.ff_flow_member as m
    where m.flow_id = pg_temp.flow_id() and m.node = p_name
$node$;

-- all states in one line, by name: 'a completed, b waiting'
create function pg_temp.nodes(variadic p_names text[] default null)
returns text
language sql
as $nodes$
    select string_agg(
        m.node || ' ' || flowfabric.ff_read_execution_state(pg_temp.node(m.node)), ', ' order by m.node
    )
    from flowfabric.ff_flow_member as m
    where m.flow_id = pg_temp.flow_id() and (p_names is null or m.node = any (p_names))
$nodes$;

-- leases the given node, past the queue
create function pg_temp.start(p_name text)
returns text
language sql
as $start$
    select c.handle from flowfabric.ff_issue_grant_and_claim(pg_temp.node(p_name), 'lane') as c
$start$;

create function pg_temp.complete(
    p_name text, p_output jsonb default null, p_result bytea default null
)
returns text
language sql
as $complete$
    select c.public_state from flowfabric.ff_complete(pg_temp.start(p_name), p_output, p_result) as c
$complete$;

create function pg_temp.fail(p_name text)
returns text
language sql
as $fail$
    select f.outcome from flowfabric.ff_fail(pg_temp.start(p_name), 'broken', 'permanent') as f
$fail$;

create function pg_temp.input_of(p_name text)
returns jsonb
language sql
as $input_of$
    select d.input from flowfabric.ff_describe_execution(pg_temp.node(p_name)) as d
$input_of$;

-- adds an edge between two nodes, and applies it: 'applied waiting_children'
create function pg_temp.edge(p_upstream text, p_downstream text, p_input_name text default null)
returns text
language sql
as $edge$
    select concat_ws(' ', a.outcome, a.public_state)
    from flowfabric.ff_stage_dependency_edge(
        pg_temp.flow_id(), gen_random_uuid(), pg_temp.node(p_upstream), pg_temp.node(p_downstream),
        p_input_name => p_input_name
    ) as s
    cross join lateral flowfabric.ff_apply_dependency_to_child(s.flow_id, s.edge_id) as a
$edge$;

create function pg_temp.replay(p_name text)
returns text
language sql
as $replay$
    select r.public_state from flowfabric.ff_replay_execution(pg_temp.node(p_name)) as r
$replay$;

-- the join in front of a node in one line: 'pending 1 of 3, 0 failed, 0 skipped'
create function pg_temp.join_of(p_name text)
returns text
language sql
as $join_of$
    select format(
        '%s, %s of %s, %s failed, %s skipped',
        g.state, g.satisfied_count, g.total_count, g.failed_count, g.skipped_count
    )
    from flowfabric.ff_edge_group as g
    where g.downstream_id = pg_temp.node(p_name)
$join_of$;

-- claims and ticks work on todos of flows, until all are done
create function pg_temp.pay()
returns void
language plpgsql
as $pay$
begin
    while exists (select 1 from flowfabric.ff_flow_todo) loop
        perform pg_temp.advance('1 s');
        -- the transaction that wrote a todo does not remove it; here another transaction would
        update flowfabric.ff_flow_todo set written_by = '3';
        perform count(*) from flowfabric.ff_tick();
    end loop;
end;
$pay$;

create function pg_temp.healthy()
returns text
language sql
as $healthy$
    select coalesce(string_agg(f.invariant || ': ' || f.detail::text, e'\n'), 'healthy')
    from flowfabric.ff_check() as f
$healthy$;
