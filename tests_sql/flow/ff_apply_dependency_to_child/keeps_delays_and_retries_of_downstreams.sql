-- tests_sql/flow/ff_apply_dependency_to_child/keeps_delays_and_retries_of_downstreams.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given downstreams that are delayed, in backoff, handed back, and running
select pg_temp.member('up') is null as up;
create function pg_temp.blocked(p_number integer, p_name text) returns text language sql as $$
    select pg_temp.stage(p_number, 'up', p_name);
    select pg_temp.apply(p_number);
$$;
create function pg_temp.vector(p_name text) returns text language sql as $$
    select concat_ws(' ', d.public_state, d.blocking_reason, d.attempt_state, d.claimable_in_ms)
    from flowfabric.ff_describe_execution(pg_temp.id_of(p_name)) as d
$$;
select pg_temp.member('delayed', 60000) is null as delayed;
select pg_temp.member('retried') is null as retried;
select
    flowfabric.ff_fail_execution(
        c.execution_id, c.attempt_index, c.lease_id, c.lease_epoch, c.attempt_id, 'oops', null,
        '{"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 30000}}'
    ) is null as failed
from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('retried'), 'lane') as c;
select pg_temp.member('returned') is null as returned;
select flowfabric.ff_delay(c.handle, 0) is null as delayed
from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('returned'), 'lane') as c;
select pg_temp.member('running') is null as running;
select c.handle
from flowfabric.ff_issue_grant_and_claim(pg_temp.id_of('running'), 'lane') as c \gset
select is(
    pg_temp.blocked(1, 'delayed'),
    'applied applied 1 waiting_children',
    'the delayed one is blocked'
);
select is(
    pg_temp.blocked(2, 'retried'),
    'applied applied 1 waiting_children',
    'so is the one in backoff'
);
select is(
    pg_temp.blocked(3, 'returned'),
    'applied applied 1 waiting_children',
    'so is the one that was handed back'
);
select is(pg_temp.blocked(4, 'running'), 'applied applied 1 active', 'the running one runs on');
select is(
    pg_temp.vector('retried'), 'waiting_children waiting_for_children pending_retry_attempt',
    'each keeps its former state for later'
);
select is(pg_temp.finish('up'), 'completed', 'the upstream completes');
select is(
    pg_temp.vector('delayed'),
    'delayed waiting_for_delay pending_first_attempt 60000',
    'the delay continues'
);
select is(
    pg_temp.vector('retried'), 'delayed waiting_for_retry_backoff pending_retry_attempt 30000',
    'so does the backoff'
);
select is(
    left(pg_temp.vector('returned'), -2),
    'waiting waiting_for_worker attempt_interrupted',
    'the attempt that was handed back is resumed'
);
select is(
    (select c.public_state from flowfabric.ff_complete(:'handle') as c), 'completed',
    'the running one was never blocked'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
