begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql

-- given a worker that uses reasons of the engine for its failures; when it sends them again; then
select
    pg_temp.lease('a', p_policy => '{"retry_policy": {"max_retries": 1}}') as retried,
    pg_temp.lease('b') as ended
\gset
select flowfabric.ff_fail(:'retried', 'attempt_timeout', 'timeout');
select flowfabric.ff_fail(:'ended', 'max_reclaims_exceeded');

select is(
    pg_temp.refusal(
        format('select flowfabric.ff_fail(%L, $$attempt_timeout$$, $$timeout$$)', :'retried')
    ),
    'nothing',
    'a timeout that the worker reported'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_fail(%L, $$max_reclaims_exceeded$$)', :'ended')),
    'nothing',
    'a crash that the worker reported'
);

select * from finish();
rollback;
