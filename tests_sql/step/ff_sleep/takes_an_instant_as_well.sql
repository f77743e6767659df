begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- when the instant has passed, or no time is given; then
select pg_temp.lease() as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(
    to_jsonb(flowfabric.ff_sleep(:'handle', 'past', p_until => '2030-01-01 11:00+00')),
    '{"outcome": "slept", "wake_at": "2030-01-01T11:00:00+00:00", "remaining_ms": 0}',
    'it goes on at once'
);
select is(
    (flowfabric.ff_sleep(:'handle', 'exactly now', p_until => '2030-01-01 12:00+00')).outcome,
    'slept', 'at exactly the instant, too'
);
select is((flowfabric.ff_sleep(:'handle', 'none', 0)).outcome, 'slept', 'and after no time');
select is(pg_temp.shown(:'execution_id'), 'active none in 30000', 'it has kept its lease');
-- when the instant lies ahead, beyond the deadline; then
select is(
    to_jsonb(flowfabric.ff_sleep(:'handle', 'ahead', p_until => '2030-01-02 12:00+00')),
    '{"outcome": "sleeping", "wake_at": "2030-01-02T12:00:00+00:00", "remaining_ms": 86400000}',
    'it sleeps until then'
);
select is(
    pg_temp.steps(:'execution_id'),
    'past timer until 11:00:00, exactly now timer until 12:00:00, none timer until 12:00:00, '
    || 'ahead timer until 12:00:00 open',
    'each is a step'
);
select * from finish();
rollback;
