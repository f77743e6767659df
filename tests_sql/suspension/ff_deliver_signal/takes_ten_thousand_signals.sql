begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given all but two of the signals that an execution can take, none of which it waits for
select pg_temp.suspended() as id
\gset
select pg_temp.signal(:'id', 'no', p_idempotency_key => 'one') as effect
\gset
call pg_temp.repeat_signal(:'id', 9998, 'bob');
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
-- when more come; then
select pg_temp.signals_read() as read_before
\gset
select is(pg_temp.signal(:'id', 'no'), 'signal_ignored_matcher_failed', 'the first is accepted');
select cmp_ok(
    pg_temp.signals_read() - :read_before, '<', 10::bigint,
    'a signal does not read the ones before it'
);
select is(
    pg_temp.signal(:'id', 'no', p_idempotency_key => 'last'), 'signal_ignored_matcher_failed',
    'the ten thousandth is accepted'
);
select is(
    pg_temp.refusal(format('select pg_temp.signal(%L)', :'id')), 'ZF508 signal_limit_exceeded',
    'the next one is refused'
);
select is(
    pg_temp.signal(:'id', 'no', p_idempotency_key => 'last'), 'duplicate',
    'a repeated signal is a duplicate, and is not refused'
);
select is(
    (select r.public_state from flowfabric.ff_resume_execution(:'id') as r), 'waiting',
    'an operator can resume the execution'
);

select * from finish();
rollback;
