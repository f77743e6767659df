begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given parents that were completed before their children, and are replayed from the steps that
-- have spawned them, by idempotency keys
create function pg_temp.spawn_once(p_handle text, p_key text)
returns text
language sql
as $spawn_once$
    select concat_ws(' ', s.outcome, s.public_state)
    from flowfabric.ff_spawn(
        p_handle, 'child', 'children',
        p_options => jsonb_build_object('idempotency_key', p_key)
    ) as s
$spawn_once$;

create function pg_temp.replayed_parent(p_name text, out handle text, out parent_id uuid)
language plpgsql
as $replayed_parent$
begin
    handle := pg_temp.parent(p_name);
    parent_id := pg_temp.execution_of(handle);
    perform pg_temp.spawn_once(handle, p_name);
    perform pg_temp.start_child(parent_id, 'child');
    perform flowfabric.ff_complete(handle);
    perform flowfabric.ff_replay_execution(parent_id, p_from_step => 'child');
end;
$replayed_parent$;

-- when a child is spawned again before it is cancelled; then
select parent_id from pg_temp.replayed_parent('first')
\gset
select pg_temp.claim('p', p_lane_id => 'first') as handle
\gset
select is(pg_temp.spawn_once(:'handle', 'first'), 'spawned active', 'it is the same child');
select is(
    (flowfabric.ff_await_children(:'handle', 'all')).outcome, 'waiting', 'its parent waits for it'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(pg_temp.children(:'parent_id'), 'child active', 'it goes on');

-- when it is spawned again after it was cancelled; then
select parent_id from pg_temp.replayed_parent('second')
\gset
do $when$ begin perform pg_temp.do_todos(); end $when$;
select pg_temp.claim('p', p_lane_id => 'second') as handle
\gset
select is(
    pg_temp.spawn_once(:'handle', 'second'), 'spawned cancelled', 'it was cancelled'
);
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(pg_temp.children(:'parent_id'), 'child waiting', 'it is replayed');
select is(
    (flowfabric.ff_await_children(:'handle', 'all')).outcome, 'waiting', 'its parent waits for it'
);
select is(pg_temp.complete_child(:'parent_id', 'child'), 'completed', 'it completes');
do $when$ begin perform pg_temp.do_todos(); end $when$;
select is(
    flowfabric.ff_read_execution_state(:'parent_id'), 'waiting', 'and its parent goes on'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
