begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given a lease of 30 s, 10 s ago; when its holder delays the execution by a minute; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
create temporary table before as
select e.attempt_id from flowfabric.ff_exec_core as e;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

select is(
    pg_temp.answer_of(pg_temp.typed_call('ff_delay_execution', :'handle', 'p_delay_ms => 60000')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "public_state": "delayed",
        "claimable_at": "2030-01-01T12:01:10+00:00",
        "claimable_in_ms": 60000,
        "is_replay": false
    }',
    'the answer says when the execution is due'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, attempt_index, total_attempt_count, retry_count,
            lease_reclaim_count, lease_epoch, claimable_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'runnable', 'unowned', 'not_eligible_until_time', 'waiting_for_delay', 'none',
            'attempt_interrupted', 'delayed', 0, 1, 0, 0, 1::bigint,
            '2030-01-01 12:01:10+00'::timestamptz
        )
    $$,
    'it has no owner until then; no attempt, retry or takeover is counted'
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
do $when$ begin perform pg_temp.advance('59999999 us'); end $when$;
select is(pg_temp.claim('b'), null, 'a microsecond before that no claim gets it');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
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
    $$
        select attempt_index, attempt_type, outcome, worker_id, lease_epoch
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$values (0, 'initial', null, 'b', 2::bigint)$$,
    'there is one attempt, and it has not ended'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
