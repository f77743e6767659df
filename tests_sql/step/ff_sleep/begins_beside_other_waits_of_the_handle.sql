begin;
select plan(21);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a handler that sleeps for an hour; when it begins more waits with the same handle; then
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(pg_temp.spawn(:'handle', 'a', 'b'), 'spawned, spawned', 'given children');
select is((flowfabric.ff_sleep(:'handle', 'hour', 3600000)).outcome, 'sleeping', 'it sleeps');
select is(
    (flowfabric.ff_sleep(:'handle', 'minute', 60000)).outcome, 'sleeping', 'for a minute, too'
);
select is(
    pg_temp.shown(:'execution_id'), 'delayed waiting_for_delay in 60000',
    'it comes back for the first that ends'
);
select is(
    (flowfabric.ff_wait_signal(:'handle', 'approval', 'approved', 1800000)).outcome,
    'waiting', 'it waits for a signal'
);
select is(
    pg_temp.shown(:'execution_id'), 'suspended waiting_for_signal in 60000',
    'the state shows that'
);
select is(
    (flowfabric.ff_await_children(:'handle', 'all')).outcome, 'waiting', 'and for children'
);
select is(
    pg_temp.shown(:'execution_id'), 'waiting_children waiting_for_children in 60000',
    'and that'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold while it waits for all of them');
select is(
    pg_temp.refusal(format('select flowfabric.ff_save_step(%L, ''step'')', :'handle')),
    'ZF105 execution_not_active', 'the lease is given back all the same'
);
-- when the first is over; then
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select pg_temp.claim('b', p_lane_id => 'parent') as handle
\gset
select is((flowfabric.ff_sleep(:'handle', 'minute', 60000)).outcome, 'slept', 'it goes on');
select is(
    pg_temp.steps(:'execution_id'),
    'a child, b child, hour timer until 13:00:00 open, approval signal until 12:30:00 open, '
    || 'all wait open, minute timer until 12:01:00',
    'the others are open'
);
-- when it waits for the signal only, and a child ends; then
select is(
    (flowfabric.ff_wait_signal(:'handle', 'approval', 'approved', 1800000)).outcome,
    'waiting', 'given it waits for one of them'
);
select is(pg_temp.complete_child(:'execution_id', 'a'), 'completed', 'given one child has ended');
select is(pg_temp.complete_child(:'execution_id', 'b'), 'completed', 'given both are');
select is(
    pg_temp.shown(:'execution_id'), 'suspended waiting_for_signal in 1740000',
    'a wait that the handler has left does not end its present wait'
);
-- when it waits for a child only, and that signal comes; then
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'approved', '1')).public_state, 'waiting',
    'given the signal comes'
);
select pg_temp.claim('c', p_lane_id => 'parent') as handle
\gset
select is(
    array[
        pg_temp.spawn(:'handle', 'c'),
        (flowfabric.ff_wait_signal(:'handle', 'second', 'approved')).outcome,
        (flowfabric.ff_sleep(:'handle', 'second nap', 1000)).outcome
    ],
    '{spawned,waiting,sleeping}', 'given it waits for another'
);
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select is(
    (flowfabric.ff_await_children(
        pg_temp.claim('d', p_lane_id => 'parent'), 'child', '{c}'
    )).outcome,
    'waiting', 'given it waits for a child only'
);
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'approved', '2')).public_state, 'waiting_children',
    'a signal that it has left behind is kept'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
