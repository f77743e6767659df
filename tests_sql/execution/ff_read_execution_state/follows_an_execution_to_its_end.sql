-- tests_sql/execution/ff_read_execution_state/follows_an_execution_to_its_end.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
-- given an execution with a delay and one retry; when time passes and workers come; then
create function pg_temp.state() returns text language sql as $$
    select flowfabric.ff_read_execution_state('00000000-0000-7000-8000-000000000001')
$$;
create function pg_temp.take() returns text language sql as $$
    select c.handle from flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => 1000) as c
$$;

select is(pg_temp.state(), null, 'before it is submitted it has no state');
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', p_delay_ms => 1000,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 1000}}}',
        p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given the submission'
);
select is(pg_temp.state(), 'delayed', 'it is delayed');
select pg_temp.set_clock('2030-01-01 12:00:00.999999+00');
select is(pg_temp.state(), 'delayed', 'until a microsecond before its time');
select pg_temp.set_clock('2030-01-01 12:00:01+00');
select is(pg_temp.state(), 'waiting', 'then it is waiting');
select isnt(pg_temp.take(), null, 'given a worker takes it');
select is(pg_temp.state(), 'active', 'it is active');
select pg_temp.advance('1 second');
select is(pg_temp.state(), 'active', 'it stays active when the lease lapses');
select lives_ok(
    $$select flowfabric.ff_fail(pg_temp.take(), 'broken')$$, 'given a takeover that fails'
);
select is(pg_temp.state(), 'delayed', 'it is delayed until its retry');
select pg_temp.advance('1 second');
select is(pg_temp.state(), 'waiting', 'then it is waiting again');
select lives_ok(
    $$select flowfabric.ff_complete(pg_temp.take())$$, 'given a worker completes it'
);
select is(pg_temp.state(), 'completed', 'it is completed');
select pg_temp.advance('1 year');
select is(pg_temp.state(), 'completed', 'it stays completed');
select * from finish();
rollback;
