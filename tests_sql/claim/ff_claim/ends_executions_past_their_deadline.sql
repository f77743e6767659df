begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions with a deadline in 10 s: held, in backoff, waiting, delayed; and one without;
-- when a worker claims at that very time; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 9, p_deadline_ms => 10000);
    perform set_config('test.handle', pg_temp.claim('a'), true);
    perform pg_temp.submit_number(
        2, p_priority => 9, p_deadline_ms => 10000,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 20000}}}'
    );
    perform flowfabric.ff_fail(pg_temp.claim('b'), 'broken');
    perform pg_temp.submit_number(3, p_priority => 8, p_deadline_ms => 10000);
    perform pg_temp.submit_number(4, p_priority => 7, p_delay_ms => 20000, p_deadline_ms => 10000);
    perform pg_temp.submit_number(5, p_priority => 6, p_deadline_ms => 10001);
    perform pg_temp.advance('10 s');
end;
$given$;

select is(
    (select c.execution_id from flowfabric.ff_claim('lane', 'c', 'c-1') as c),
    '00000000-0000-7000-8000-000000000005',
    'the claim takes the execution that is in time'
);
select results_eq(
    $$
        select
            n, d.lifecycle_phase, d.ownership_state, d.eligibility_state, d.blocking_reason,
            d.terminal_outcome, d.attempt_state, d.public_state, d.failure_reason
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        select
            n, 'terminal', 'unowned', 'not_applicable', 'none', 'expired',
            case when n <= 2 then 'attempt_terminal' else 'pending_first_attempt' end,
            'expired', 'execution_deadline'
        from generate_series(1, 4) as n
    $$,
    'the others have ended expired'
);
select results_eq(
    'select * from pg_temp.events() where kind in ($$expired$$, $$completed$$) order by executions',
    $$
        values
        ('expired', 'none', '{1}', '{1}', 'a'),
        ('completed', 'expired', '{1}', '{1}', 'a'),
        ('completed', 'expired', '{2}', '{1}', 'b'),
        ('completed', 'expired', '{3}', '{0}', null),
        ('completed', 'expired', '{4}', '{0}', null)
    $$,
    'each has one completion event, and the held one an expired lease'
);
select results_eq(
    $$
        select n, a.attempt_index, a.outcome
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_list_attempts(pg_temp.id(n)) as a
    $$,
    $$values (1, 0, 'ended_expired'), (2, 0, 'ended_failure')$$,
    'the attempt of the held one has ended'
);
select is(
    pg_temp.error_of(format('select flowfabric.ff_complete(%L)', current_setting('test.handle')))
    -> 'detail' ->> 'terminal_outcome',
    'expired',
    'its holder''s call says how the execution ended'
);
select is_empty($$select * from flowfabric.ff_claim('lane', 'd', 'd-1')$$, 'nothing else is there');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
