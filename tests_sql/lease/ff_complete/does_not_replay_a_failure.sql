begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/no_retries.sql

-- given a lease that ended with a failure; when its holder completes it; then that is refused
select pg_temp.lease('a') as handle
\gset
select flowfabric.ff_fail(:'handle', 'broken');
select pg_temp.stored() as before
\gset
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF105 execution_not_active',
    'after the execution has failed'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select pg_temp.lease('a', p_policy => '{"retry_policy": {"max_retries": 1}}') as handle
\gset
select flowfabric.ff_fail(:'handle', 'broken');
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF105 execution_not_active',
    'while its retry waits'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select pg_temp.claim('b') as handle_of_b
\gset
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF102 stale_lease',
    'while its retry runs'
);
select flowfabric.ff_complete(:'handle_of_b');
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', :'handle')),
    'ZF105 execution_not_active',
    'after its retry has completed: that was another lease'
);
select is(
    (flowfabric.ff_complete(:'handle_of_b')).is_replay, true,
    'the holder of the retry gets the replay'
);

select * from finish();
rollback;
