begin;
select plan(24);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given executions that workers hold for a minute
create temporary table held as
select
    l.lane_id,
    pg_temp.submit(l.lane_id)::uuid as execution_id
from unnest('{completes,retries,delays,lapses,stays,ticked,twice}'::text[]) as l (lane_id);
alter table held add column handle text;
update held as h set handle = pg_temp.claim('a', 60000, h.lane_id);
create function pg_temp.handle_in(p_lane_id text)
returns text
language sql
as $handle_in$
    select h.handle from held as h where h.lane_id = p_lane_id
$handle_in$;
create function pg_temp.state_in(p_lane_id text)
returns text
language sql
as $state_in$
    select concat_ws(' ', d.public_state, d.cancelled_by, d.cancellation_reason)
    from held as h
    cross join lateral flowfabric.ff_describe_execution(h.execution_id) as d
    where h.lane_id = p_lane_id
$state_in$;
-- when an operator cancels them with a grace of 30 s; then
select is(
    array(
        select distinct c.outcome || ' ' || c.public_state || ' ' || c.previous_phase
        from held as h
        cross join lateral flowfabric.ff_cancel_execution(
            h.execution_id, 'enough', p_actor => 'ada', p_grace_ms => 30000
        ) as c
    ),
    '{"requested active active"}',
    'it is requested'
);
select results_eq(
    $$
        select r.cancel_requested, r.lease_remaining_ms
        from held as h
        cross join lateral flowfabric.ff_renew(h.handle, 86400000) as r
        where h.lane_id = 'stays'
    $$,
    'values (true, 30000::bigint)',
    'the holder is asked to end, and its lease ends with the grace'
);
select
    is(
        pg_temp.described(h.execution_id, 'cancel_at', 'deadline_at'),
        '{"cancel_at": "2030-01-01T12:00:30+00:00", "deadline_at": "2030-01-01T12:00:30+00:00"}',
        'the deadline is the end of the grace'
    )
from held as h
where h.lane_id = 'stays';
-- when holders go on; then
select is(
    (flowfabric.ff_save_step(pg_temp.handle_in('completes'), 'step')).outcome, 'saved',
    'they may save steps'
);
select is(
    (flowfabric.ff_complete(pg_temp.handle_in('completes'))).public_state, 'completed',
    'and complete'
);
select is(
    (flowfabric.ff_fail(pg_temp.handle_in('retries'), 'broken')).outcome, 'terminal_failed',
    'a failure that would be retried ends it'
);
select is(pg_temp.state_in('retries'), 'cancelled operator_override enough', 'is cancelled');
select is(
    (flowfabric.ff_delay(pg_temp.handle_in('delays'), 0)).public_state, 'cancelled',
    'and so is what no worker holds any more'
);
select is(
    pg_temp.state_in('delays'),
    'cancelled operator_override enough',
    'with the reason of the request'
);
-- when it is cancelled once more without a grace, and with a longer one; then
select
    is(
        (flowfabric.ff_cancel_execution(h.execution_id, 'later', p_grace_ms => 86400000)).outcome,
        'requested', 'a longer grace'
    )
from held as h
where h.lane_id in ('ticked');
select
    is(
        pg_temp.described(h.execution_id, 'cancel_at'),
        '{"cancel_at": "2030-01-01T12:00:30+00:00"}',
        'changes nothing'
    )
from held as h
where h.lane_id in ('ticked');
select
    is(
        (flowfabric.ff_cancel_execution(h.execution_id, 'now')).outcome,
        'cancelled',
        'no grace ends it'
    )
from held as h
where h.lane_id = 'twice';
select is(pg_temp.state_in('twice'), 'cancelled operator_override now', 'at once');
select
    is(
        (flowfabric.ff_cancel_execution(h.execution_id, 'again', p_grace_ms => 1000)).outcome,
        'cancelled', 'a second cancellation returns the first'
    )
from held as h
where h.lane_id = 'twice';
-- when a lease lapses before the end of the grace; then
do $given$ begin
    perform flowfabric.ff_renew(pg_temp.handle_in('lapses'), 10000);
    perform pg_temp.advance('10 s');
end $given$;
select is(pg_temp.claim('b', p_lane_id => 'lapses'), null, 'no claim takes it');
select is(pg_temp.state_in('lapses'), 'cancelled operator_override enough', 'it is cancelled');
-- when the grace is nearly over, and exactly; then
do $given$ begin perform pg_temp.advance('19.999 s'); end $given$;
select is(
    (flowfabric.ff_assert_lease(pg_temp.handle_in('stays'))).cancel_requested, true,
    'a millisecond before, the holder has its lease'
);
do $given$ begin perform pg_temp.advance('0.001 s'); end $given$;
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', pg_temp.handle_in('stays'))),
    'ZF101 lease_expired', 'then no more'
);
select is(pg_temp.claim('b', p_lane_id => 'stays'), null, 'no claim takes it');
select is(pg_temp.state_in('stays'), 'cancelled operator_override enough', 'it is cancelled');
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(
    pg_temp.state_in('ticked'), 'cancelled operator_override later',
    'by a tick where no worker claims'
);
-- when no worker holds it; then
select is(
    (
        flowfabric.ff_cancel_execution(
            pg_temp.submit('waiting')::uuid, 'enough', p_grace_ms => 1000
        )
    ).outcome,
    'cancelled', 'there is nobody to wait for'
);
-- when one is replayed; then
select
    is(
        (flowfabric.ff_replay_execution(h.execution_id)).public_state, 'waiting', 'given'
    )
from held as h
where h.lane_id = 'delays';
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
