begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/suspensions.sql

-- given a lease of 30 s, 10 s ago; when its holder suspends until an approval; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
create temporary table before as
select e.attempt_id from flowfabric.ff_exec_core as e;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
create temporary table answer as
select s.*
from flowfabric.ff_suspend(
    :'handle', '{"signal": "approved", "on": "review"}',
    p_reason_code => 'waiting_for_approval', p_timeout_ms => 3600000, p_continuation => 'page 7'
) as s;

select results_eq(
    $$
        select
            outcome, execution_id, timeout_at, timeout_in_ms, is_replay,
            jsonb_array_length(waitpoints)
        from answer
    $$,
    $$
        values (
            'suspended', pg_temp.id(1), '2030-01-01 13:00:10+00'::timestamptz, 3600000::bigint,
            false, 1
        )
    $$,
    'the result says until when at most'
);
select results_eq(
    $$
        select a.waitpoints #>> '{0,waitpoint_key}', a.waitpoints #>> '{0,token}' ~ '^installed:[0-9a-f]{64}$'
        from answer as a
    $$,
    $$values ('review', true)$$,
    'it has a waitpoint of that key, with its token'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, attempt_index, total_attempt_count, lease_epoch, lease_id,
            claimable_at
        from flowfabric.ff_describe_execution(pg_temp.id(1))
    $$,
    $$
        values (
            'suspended', 'unowned', 'not_applicable', 'waiting_for_approval', 'none',
            'attempt_interrupted', 'suspended', 0, 1, 1::bigint, null::uuid,
            '2030-01-01 13:00:10+00'::timestamptz
        )
    $$,
    'the execution has no holder, and only its timeout makes it claimable'
);
select is(
    pg_temp.described(pg_temp.id(1), 'suspension') -> 'suspension',
    jsonb_build_object(
        'suspension_id', (select a.suspension_id from answer as a),
        'reason_code', 'waiting_for_approval',
        'condition', '{"signal": "approved", "on": "review"}'::jsonb,
        'requested_by', 'worker',
        'continuation', 'page 7',
        'suspended_at', '2030-01-01T12:00:10+00:00',
        'timeout_at', '2030-01-01T13:00:10+00:00',
        'timeout_behavior', 'fail',
        'signal_count', 0
    ),
    'every reader sees what it waits for'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('released', 'none', '{1}', '{1}', 'a')
    $$,
    'the event is a release'
);
do $when$ begin perform pg_temp.advance('59 minutes'); end $when$;
select is(pg_temp.claim('b'), null, 'no claim gets it, long after the lease would have lapsed');
select is(
    flowfabric.ff_next_due_in_ms('lane'), 60000::bigint,
    'ff_next_due_in_ms tells a sleeping worker the timeout'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- when the signal comes; then
select results_eq(
    $$
        select d.outcome, d.effect, d.public_state
        from answer as a
        cross join lateral flowfabric.ff_deliver_signal(
            a.execution_id, (a.waitpoints #>> '{0,waitpoint_id}')::uuid, a.waitpoints #>> '{0,token}',
            'approved'
        ) as d
    $$,
    $$values ('accepted', 'resume_condition_satisfied', 'waiting')$$,
    'the condition is satisfied'
);
select results_eq(
    $$
        select eligibility_state, blocking_reason, attempt_state, public_state, claimable_at
        from flowfabric.ff_describe_execution(pg_temp.id(1))
    $$,
    $$
        values (
            'eligible_now', 'waiting_for_worker', 'attempt_interrupted', 'waiting',
            '2030-01-01 12:59:10+00'::timestamptz
        )
    $$,
    'it waits for a worker from this very moment'
);
select is(
    pg_temp.described(pg_temp.id(1), 'suspension') #>> '{suspension,close_reason}', 'resumed',
    'the suspension is closed'
);
select results_eq(
    $$
        select c.attempt_index, c.attempt_type, c.lease_epoch, c.attempt_id = b.attempt_id
        from flowfabric.ff_claim('lane', 'b', 'b-1') as c
        cross join before as b
    $$,
    $$values (0, 'resume', 2::bigint, true)$$,
    'the next claim continues the same attempt, under the next epoch'
);
select results_eq(
    'select what, attempt_index from flowfabric.ff_history(pg_temp.id(1))',
    $$
        values
        ('submitted', null), ('attempt_started', 0), ('suspended', 0), ('signal_delivered', 0),
        ('suspension_ended', 0)
    $$,
    'its history has both'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
