begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql

-- given retryable categories; when attempts fail with a class, and with or without a category; then
select
    is(
        (flowfabric.ff_fail(
            pg_temp.lease(p_policy => jsonb_build_object(
                'retry_policy', jsonb_build_object('retryable_categories', c.categories::jsonb)
            )),
            'broken',
            c.class,
            c.category
        )).outcome,
        c.outcome,
        format('%s: class %s, category %s', c.categories, c.class, c.category)
    )
from (
    values
    ('[]', 'transient', null, 'retry_scheduled'),
    ('[]', 'timeout', 'disk', 'retry_scheduled'),
    ('null', 'infra_crash', 'disk', 'retry_scheduled'),
    ('["disk", "net"]', 'transient', 'net', 'retry_scheduled'),
    ('["disk", "net"]', 'transient', 'ne', 'terminal_failed'),
    ('["disk", "net"]', 'transient', 'Net', 'terminal_failed'),
    ('["disk", "net"]', 'transient', null, 'terminal_failed'),
    ('["transient"]', 'transient', null, 'retry_scheduled'),
    ('["transient"]', 'timeout', null, 'terminal_failed'),
    ('["transient"]', 'transient', 'disk', 'terminal_failed'),
    ('["transient"]', 'timeout', 'transient', 'retry_scheduled'),
    ('["disk"]', 'permanent', 'disk', 'terminal_failed'),
    ('["cancelled"]', 'cancelled', null, 'terminal_failed')
) as c (categories, class, category, outcome);

select * from finish();
rollback;
