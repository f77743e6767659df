-- tests_sql/submit/ff_create_execution/frees_a_key_when_its_window_ends.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
-- given a key with the usual window, and one whose policy says 1000 ms; when time passes; then
select lives_ok(
    $$select flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'a day')$$,
    'given a key with the usual window'
);
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '1', p_idempotency_key => 'a second', p_policy => '{"dedup_window_ms": 1000}'
    )$$,
    'given a key with a window of a second'
);
select pg_temp.advance('999.999 milliseconds');
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'a second') as c
    ),
    'duplicate',
    'within its window the submission is a duplicate'
);
select pg_temp.advance('1 microsecond');
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'a second') as c
    ),
    'created',
    'at exactly the end of the window the key is free'
);
select pg_temp.advance('1 minute');
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'a second') as c
    ),
    'duplicate',
    'the key is taken again, now with the usual window'
);
select pg_temp.set_clock('2030-01-02 11:59:59.999999+00');
select throws_ok(
    $$select flowfabric.ff_create_execution('other', '2', p_idempotency_key => 'a day')$$,
    'ZF205', 'the same key was used for a different submission',
    'a microsecond before the end of the day the key still finds the first execution'
);
select pg_temp.set_clock('2030-01-02 12:00:00+00');
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution('other', '2', p_idempotency_key => 'a day') as c
    ),
    'created',
    'after a day it may be used for another lane and content'
);
select results_eq(
    $$select k.lane_id, k.expires_at
    from flowfabric.ff_idempotency as k
    where k.key_digest = flowfabric._key_digest('idempotency:default', 'a day')$$,
    $$values ('other', '2030-01-03 12:00:00+00'::timestamptz)$$,
    'for another day'
);
select * from finish();
rollback;
