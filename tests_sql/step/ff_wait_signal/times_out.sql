begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given executions that wait for a signal for a minute
create temporary table waiting as
select
    l.lane_id,
    pg_temp.submit(l.lane_id)::uuid as execution_id
from unnest('{claimed,late,early,exact,polled}'::text[]) as l (lane_id);
create function pg_temp.execution_in(p_lane_id text)
returns uuid
language sql
as $execution_in$
    select w.execution_id from waiting as w where w.lane_id = p_lane_id
$execution_in$;
create function pg_temp.wait(p_handle text)
returns text
language sql
as $wait$
    select concat_ws(' ', w.outcome, w.payload)
    from flowfabric.ff_wait_signal(p_handle, 'approval', 'approved', 60000) as w
$wait$;
select is(
    array(
        select pg_temp.wait(pg_temp.claim('a', p_lane_id => w.lane_id))
        from waiting as w
        where w.lane_id <> 'polled'
    ),
    '{waiting,waiting,waiting,waiting}', 'given they wait'
);
select is(
    pg_temp.shown(pg_temp.execution_in('claimed')),
    'suspended waiting_for_signal in 60000', 'until their timeout at most'
);
-- when a signal comes a millisecond before it; then
do $when$ begin perform pg_temp.advance('59.999 s'); end $when$;
select is(
    (flowfabric.ff_send_signal(pg_temp.execution_in('early'), 'approved', '1')).public_state,
    'waiting', 'the execution goes on'
);
select is(pg_temp.claim('b', p_lane_id => 'claimed'), null, 'the others wait');
-- when a signal comes exactly then; then
do $when$ begin perform pg_temp.advance('0.001 s'); end $when$;
select is(
    (flowfabric.ff_send_signal(pg_temp.execution_in('exact'), 'approved', '1')).public_state,
    'waiting', 'the execution goes on'
);
select is(
    pg_temp.wait(pg_temp.claim('b', p_lane_id => 'exact')), 'timed_out',
    'but it was too late'
);
-- when claims find the others; then
select pg_temp.claim('b', p_lane_id => 'claimed') as handle
\gset
select is(
    pg_temp.steps(pg_temp.execution_in('claimed')), 'approval signal until 12:01:00',
    'the claim has stored the outcome'
);
select pg_temp.stored() as before
\gset
select is(pg_temp.wait(:'handle'), 'timed_out', 'it has timed out');
select is(
    (flowfabric.ff_send_signal(pg_temp.execution_in('claimed'), 'approved', '1')).outcome,
    'sent', 'given a signal that comes later'
);
select is(pg_temp.wait(:'handle'), 'timed_out', 'the first outcome stands');
select is(
    (flowfabric.ff_wait_signal(:'handle', 'again', 'approved')).payload, '1',
    'the late signal is for the next wait'
);
select is(
    pg_temp.wait(pg_temp.claim('b', p_lane_id => 'early')), 'received 1',
    'a signal that came in time counts, however late the claim comes'
);
-- when the clock is set back before the outcome; then
do $when$ begin perform pg_temp.advance('-10 s'); end $when$;
select is(pg_temp.wait(:'handle'), 'timed_out', 'it stands');
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
-- when a wait without time finds a signal, and none; then
select pg_temp.claim('a', p_lane_id => 'polled') as handle
\gset
select is(
    (flowfabric.ff_wait_signal(:'handle', 'poll', 'approved', 0)).outcome, 'timed_out',
    'no time is a look into the mailbox'
);
select is(
    pg_temp.shown(pg_temp.execution_in('polled')), 'active none in 30000', 'that keeps the lease'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
