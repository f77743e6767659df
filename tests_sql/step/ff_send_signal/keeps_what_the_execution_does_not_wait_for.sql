begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution that waits for a worker, and one that has a thousand signals; then
select pg_temp.submit() as execution_id
\gset
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go')).public_state, 'waiting',
    'a signal may come before the first attempt'
);
select is(
    (
        select count(*)
        from generate_series(2, 1000) as n
        cross join lateral flowfabric.ff_send_signal(:'execution_id', 'go ' || n) as s
        where s.outcome = 'sent'
    ),
    999::bigint, 'a thousand are kept'
);
select is(
    pg_temp.error_of(format('select flowfabric.ff_send_signal(%L, ''more'')', :'execution_id'))
    #- '{message}',
    jsonb_build_object(
        'sqlstate', 'ZF508',
        'detail', jsonb_build_object(
            'symbol', 'signal_limit_exceeded', 'execution_id', :'execution_id', 'limit', 1000
        ),
        'hint',
        'Send fewer signals to one execution; the limit protects the database from a faulty sender.'
    ),
    'one more is refused'
);
-- when one of them is used; then
select pg_temp.claim() as handle
\gset
select is((flowfabric.ff_wait_signal(:'handle', 's', 'go')).outcome, 'received', 'given');
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'more')).outcome, 'sent', 'there is room'
);
-- when it has ended; then
select is((flowfabric.ff_complete(:'handle')).public_state, 'completed', 'given it is over');
select is(
    pg_temp.refusal(format('select flowfabric.ff_send_signal(%L, ''go'')', :'execution_id')),
    'ZF505 target_not_signalable', 'it takes no signals'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_send_signal('0192f0a0-1111-7111-8111-123456789012', 'go')$$
    ),
    'ZF201 execution_not_found', 'nor does one that does not exist'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
