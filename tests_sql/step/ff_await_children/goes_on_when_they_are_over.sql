begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a parent with three children; when it waits for them; then
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select is(pg_temp.spawn(:'handle', 'a', 'b', 'c'), 'spawned, spawned, spawned', 'given');
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'all')),
    '{"outcome": "waiting", "finished_keys": [], "total_count": 3}', 'it waits'
);
select is(
    pg_temp.shown(:'parent_id'), 'waiting_children waiting_for_children', 'no worker holds it'
);
select is(
    (flowfabric.ff_await_children(:'handle', 'all')).outcome, 'waiting', 'sent again it waits'
);
-- when children end, each in its way; then
select is(
    pg_temp.complete_child(:'parent_id', 'b', '{"r": 2}'), 'completed', 'given one completes'
);
select is(pg_temp.fail_child(:'parent_id', 'c'), 'terminal_failed', 'given one fails');
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'all')),
    '{"outcome": "waiting", "finished_keys": ["b", "c"], "total_count": 3}', 'it waits for the last'
);
select is(
    (flowfabric.ff_cancel_execution(pg_temp.child(:'parent_id', 'a'), 'not needed')).outcome,
    'cancelled', 'given the last is cancelled'
);
select is(
    pg_temp.shown(:'parent_id'), 'waiting waiting_for_worker in 0', 'it goes on by itself'
);
select is(
    (flowfabric.ff_await_children(:'handle', 'all')).outcome, 'waiting',
    'a caller without the lease is never told to go on'
);
select
    c.handle,
    c.attempt_type,
    c.attempt_index
from flowfabric.ff_claim('parent', 'q', 'q-1') as c
\gset
select is(:'attempt_type' || :attempt_index::text, 'resume0', 'the same attempt goes on');
select is(
    to_jsonb(flowfabric.ff_await_children(:'handle', 'all')),
    '{"outcome": "ready", "finished_keys": ["a", "b", "c"], "total_count": 3}', 'they are over'
);
select results_eq(
    format(
        'select step_key, public_state, output, failure_reason, failure_category '
        || 'from flowfabric.ff_list_children(%L)', :'parent_id'
    ),
    $$
        values
        ('a', 'cancelled', null::jsonb, null, null),
        ('b', 'completed', '{"r": 2}', null, null),
        ('c', 'failed', null, 'broken', 'permanent')
    $$,
    'their ends are listed'
);
select results_eq(
    $$
        select v.details
        from flowfabric.ff_event as v
        where v.kind = 'wait_ended'
    $$,
    $$values ('{"step_key": "all", "kind": "wait", "outcome": "ready"}'::jsonb)$$,
    'an event says so'
);
-- when one of them is replayed, and another attempt asks; then
select is(
    (flowfabric.ff_replay_execution(pg_temp.child(:'parent_id', 'c'))).public_state,
    'waiting',
    'given'
);
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(
    to_jsonb(flowfabric.ff_await_children(pg_temp.claim('r', p_lane_id => 'parent'), 'all')),
    '{"outcome": "ready", "finished_keys": ["a", "b", "c"], "total_count": 3}',
    'the first outcome stands'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
