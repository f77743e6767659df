begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given, by priority: (2) lapsed, (3) taken over too often, (4) out of its attempt's time with a
-- retry in 5 s, (5) the same with a retry at once, (6) out of its attempt's time for good, (8)
-- lapsed and past its deadline, (1) held, (7) waiting past its deadline, (9), (10) and (11) plain
do $given$
begin
    perform pg_temp.submit_number(2, p_priority => 99);
    perform pg_temp.submit_number(3, p_priority => 98, p_policy => '{"max_reclaim_count": 0}');
    perform pg_temp.submit_number(4, p_priority => 97, p_policy => '{
        "retry_policy": {"backoff": {"type": "fixed", "delay_ms": 5000}},
        "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform pg_temp.submit_number(5, p_priority => 96, p_policy => '{
        "retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}},
        "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform pg_temp.submit_number(6, p_priority => 95, p_policy => '{
        "timeout_policy": {"attempt_timeout_ms": 10000}
    }');
    perform pg_temp.submit_number(8, p_priority => 94, p_deadline_ms => 30000);
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10);
    perform pg_temp.submit_number(1, p_priority => 93);
    perform flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => 60000);
    perform pg_temp.submit_number(7, p_priority => 92, p_deadline_ms => 30000);
    perform pg_temp.submit_number(9, p_priority => 91);
    perform pg_temp.submit_number(10, p_priority => 90);
    perform pg_temp.submit_number(11, p_priority => 89);
    perform pg_temp.advance('30 s');
end;
$given$;

-- when a batch of four is claimed; then
create temporary table claimed as
select c.* from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 4) as c;
select results_eq(
    $$
        select split_part(execution_id::text, '-', 5), attempt_index, attempt_type, lease_epoch
        from claimed
        order by execution_id
    $$,
    $$
        values
        ('000000000002', 1, 'reclaim', 2::bigint),
        ('000000000005', 1, 'retry', 2),
        ('000000000009', 0, 'initial', 1),
        ('00000000000a', 0, 'initial', 1)
    $$,
    'the batch takes four: ended executions make room for others'
);
select results_eq(
    $$
        select
            n, d.public_state, d.failure_reason, d.retry_count, d.lease_reclaim_count, d.lease_epoch
        from generate_series(1, 11) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'active', null, 0, 0, 1::bigint),
        (2, 'active', null, 0, 1, 2),
        (3, 'failed', 'max_reclaims_exceeded', 0, 1, 1),
        (4, 'delayed', 'attempt_timeout', 1, 0, 1),
        (5, 'active', null, 1, 0, 2),
        (6, 'expired', 'attempt_timeout', 0, 0, 1),
        (7, 'expired', 'execution_deadline', 0, 0, 0),
        (8, 'expired', 'execution_deadline', 0, 0, 1),
        (9, 'active', null, 0, 0, 1),
        (10, 'active', null, 0, 0, 1),
        (11, 'waiting', null, 0, 0, 0)
    $$,
    'each ended execution has the outcome of its limit; the others are unchanged'
);
select results_eq(
    $$select executions from pg_temp.events() where kind = 'expired' order by executions$$,
    $$values ('{2}'), ('{3}'), ('{4}'), ('{5}'), ('{6}'), ('{8}')$$,
    'every expired lease is recorded once'
);
select results_eq(
    $$
        select outcome, executions
        from pg_temp.events()
        where kind = 'completed'
        order by executions
    $$,
    $$values ('failed', '{3}'), ('expired', '{6}'), ('expired', '{7}'), ('expired', '{8}')$$,
    'every end has one completion event'
);
select results_eq(
    $$
        select n, a.attempt_index, a.outcome
        from generate_series(1, 11) as n
        cross join lateral flowfabric.ff_list_attempts(pg_temp.id(n)) as a
        where a.outcome is not null
    $$,
    $$
        values
        (2, 0, 'interrupted_reclaimed'),
        (3, 0, 'interrupted_reclaimed'),
        (4, 0, 'ended_failure'),
        (5, 0, 'ended_failure'),
        (6, 0, 'ended_expired'),
        (8, 0, 'ended_expired')
    $$,
    'every end has one event of its attempt'
);
select is(
    (
        select array_agg(split_part(c.execution_id::text, '-', 5))
        from flowfabric.ff_claim_batch('lane', 'c', 'c-1', 10) as c
    ),
    array['00000000000b'],
    'the last execution is for the next claim'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
