begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given an execution that waits for one of two names on a and on b each, or two of three on c
select pg_temp.suspended('{"any": [
    {"all": [{"signal": "ok", "on": "a"}, {"signal": "ok", "on": "b"}]},
    {"all": [{"signal": "ok", "on": "a"}, {"count": 2, "of": "signals", "on": ["c"], "signal": "ok"}]}
]}') as id
\gset
-- when signals come; then
select
    is(
        pg_temp.signal(:'id', 'no', 'a'), 'signal_ignored_matcher_failed',
        'a signal of another name is ignored'
    );
select is(pg_temp.signal(:'id', 'ok', 'a'), 'appended_to_waitpoint', 'the first signal counts');
select is(
    pg_temp.signal(:'id', 'ok', 'a'), 'appended_to_waitpoint_duplicate',
    'the same signal again adds nothing'
);
select is(pg_temp.signal(:'id', 'ok', 'c'), 'appended_to_waitpoint', 'one of two counts');
select is(
    pg_temp.signal(:'id', 'no', 'c'), 'signal_ignored_matcher_failed', 'another name does not count'
);
select is(flowfabric.ff_read_execution_state(:'id'), 'suspended', 'the execution still waits');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select is(
    pg_temp.signal(:'id', 'ok', 'c'), 'resume_condition_satisfied',
    'the last signal that it needs satisfies the condition'
);
select is(flowfabric.ff_read_execution_state(:'id'), 'waiting', 'it is resumed');
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format(
        'select waitpoint_key, effect, is_satisfier from flowfabric.ff_observe_signals(%L, true)',
        :'handle'
    ),
    $$
        values
        ('a', 'signal_ignored_matcher_failed', false),
        ('a', 'appended_to_waitpoint', true),
        ('a', 'appended_to_waitpoint_duplicate', false),
        ('c', 'appended_to_waitpoint', true),
        ('c', 'signal_ignored_matcher_failed', false),
        ('c', 'resume_condition_satisfied', true)
    $$,
    'all signals are stored, also those without effect'
);
select results_eq(
    $$
        select v.details ->> 'effect', count(*)
        from flowfabric.ff_event as v
        where v.kind = 'signal_delivered'
        group by 1
        order by 1
    $$,
    $$
        values
        ('appended_to_waitpoint', 2::bigint), ('appended_to_waitpoint_duplicate', 1),
        ('resume_condition_satisfied', 1), ('signal_ignored_matcher_failed', 2)
    $$,
    'each signal has one event'
);
select is(
    (
        select count(*) from flowfabric.ff_event as v
        where v.kind = 'completed'
    ), 0::bigint,
    'a resumption has no completion event'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
