begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given a policy with retries; when an attempt fails with each class; then
create temporary table failed as
select
    c.class,
    l.handle,
    (flowfabric.ff_fail(l.handle, 'broken', c.class)).outcome as outcome
from (
    values ('transient'), ('infra_crash'), ('timeout'), ('permanent'), ('cancelled')
) as c (class)
cross join lateral pg_temp.lease(
    c.class, p_policy => '{"retry_policy": {"max_retries": 5}}'
) as l (handle);

select is(f.outcome, c.outcome, c.class)
from (
    values
    ('transient', 'retry_scheduled'),
    ('infra_crash', 'retry_scheduled'),
    ('timeout', 'retry_scheduled'),
    ('permanent', 'terminal_failed'),
    ('cancelled', 'terminal_failed')
) as c (class, outcome)
inner join failed as f on c.class = f.class;
select results_eq(
    $$
        select f.class, d.public_state, d.failure_category
        from failed as f
        cross join lateral flowfabric.ff_describe_execution(pg_temp.execution_of(f.handle)) as d
        order by f.class collate "C"
    $$,
    $$
        values
        ('cancelled', 'failed', 'cancelled'),
        ('infra_crash', 'delayed', 'infra_crash'),
        ('permanent', 'failed', 'permanent'),
        ('timeout', 'delayed', 'timeout'),
        ('transient', 'delayed', 'transient')
    $$,
    'without a category the class is stored as the category'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
