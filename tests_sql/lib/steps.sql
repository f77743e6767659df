-- Steps of an execution in short, and the calls of a handler that is called again. Needs clock.sql
-- and leased_execution.sql.
\set QUIET on
-- all steps in their order, in one line: 'charge value, nap timer until 12:00:10 open'
create function pg_temp.steps(p_execution_id uuid)
returns text
language sql
as $steps$
    select coalesce(string_agg(concat_ws(
        ' ', s.step_key, s.kind, s.output::text, 'until ' || to_char(s.wake_at, 'HH24:MI:SS'),
        case when s.saved_at is null then 'open' end
    ), ', ' order by s.place), 'none')
    from flowfabric.ff_list_steps(p_execution_id) with ordinality as s (
        step_key, kind, output, result, child_execution_id, wake_at, attempt_index, saved_at, place
    )
$steps$;

-- the public state of an execution, and since when a claim may take it
create function pg_temp.shown(p_execution_id uuid)
returns text
language sql
as $shown$
    select concat_ws(
        ' ', d.public_state, d.blocking_reason, 'in ' || d.claimable_in_ms::text
    )
    from flowfabric.ff_describe_execution(p_execution_id) as d
$shown$;

-- a parent that a worker holds, in a lane of its own: its handle
create function pg_temp.parent(p_name text default 'parent')
returns text
language plpgsql
as $parent$
begin
    perform pg_temp.submit(p_name);
    return pg_temp.claim('p', p_lane_id => p_name);
end;
$parent$;

-- spawns children in the lane "children", by the names of their steps
create function pg_temp.spawn(p_handle text, variadic p_keys text[])
returns text
language sql
as $spawn$
    select string_agg(s.outcome, ', ')
    from flowfabric.ff_spawn_batch(
        p_handle, p_keys, 'children', array_fill('{}'::jsonb, array[cardinality(p_keys)])
    ) as s
$spawn$;

create function pg_temp.child(p_parent_id uuid, p_key text)
returns uuid
language sql
as $child$
    select s.child_execution_id
    from flowfabric.ff_step as s
    where s.execution_id = p_parent_id and s.step_key = p_key
$child$;

-- leases this very child, past the queue
create function pg_temp.start_child(p_parent_id uuid, p_key text)
returns text
language sql
as $start_child$
    select c.handle
    from flowfabric.ff_issue_grant_and_claim(pg_temp.child(p_parent_id, p_key), 'children') as c
$start_child$;

create function pg_temp.complete_child(p_parent_id uuid, p_key text, p_output jsonb default null)
returns text
language sql
as $complete_child$
    select c.public_state
    from flowfabric.ff_complete(pg_temp.start_child(p_parent_id, p_key), p_output) as c
$complete_child$;

create function pg_temp.fail_child(p_parent_id uuid, p_key text)
returns text
language sql
as $fail_child$
    select f.outcome
    from flowfabric.ff_fail(pg_temp.start_child(p_parent_id, p_key), 'broken', 'permanent') as f
$fail_child$;

-- all children in one line: 'a completed, b waiting'
create function pg_temp.children(p_parent_id uuid)
returns text
language sql
as $children$
    select coalesce(
        string_agg(c.step_key || ' ' || coalesce(c.public_state, 'gone'), ', ' order by c.place), 'none'
    )
    from flowfabric.ff_list_children(p_parent_id) with ordinality as c (
        step_key, execution_id, public_state, output, result, failure_reason, failure_category, place
    )
$children$;

-- does the todos that are left, as another transaction would
create function pg_temp.do_todos()
returns void
language plpgsql
as $do_todos$
begin
    for v_round in 1..100 loop
        exit when not exists (select 1 from flowfabric.ff_flow_todo);
        perform pg_temp.advance('1 s');
        update flowfabric.ff_flow_todo set written_by = '3';
        perform count(*) from flowfabric.ff_tick();
    end loop;
end;
$do_todos$;

create function pg_temp.findings()
returns text
language sql
as $findings$
    select coalesce(string_agg(f.invariant || ': ' || f.detail::text, e'\n'), 'healthy')
    from flowfabric.ff_check() as f
$findings$;
