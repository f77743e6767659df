begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/no_retries.sql

select pg_temp.lease('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when one argument is bad; then
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_fail(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('22004 p_reason', 'null'),
    ('22023 p_reason', $$''$$),
    ('22023 p_reason', $$repeat('x', 65537)$$),
    ('22004 p_class', $$'broken', null$$),
    ('22023 p_class', $$'broken', ''$$),
    ('22023 p_class', $$'broken', 'fatal'$$),
    ('22023 p_class', $$'broken', 'Transient'$$),
    ('22023 p_class', $$'broken', 'transient '$$),
    ('22023 p_category', $$'broken', p_category => ''$$),
    ('22023 p_category', $$'broken', p_category => E'a\nb'$$),
    ('22023 p_category', $$'broken', p_category => repeat('x', 257)$$),
    ('22023 p_detail', $$'broken', p_detail => to_jsonb(repeat('x', 16777215))$$)
) as b (refusal, arguments);
select is(pg_temp.stored(), :'before', 'nothing was written');

-- when arguments are at their limits; then they are stored as they are
select is(
    (flowfabric.ff_fail(
        :'handle', repeat('x', 65536), 'timeout', repeat('y', 256), to_jsonb(repeat('z', 16777214))
    )).outcome,
    'terminal_failed',
    'the limits are accepted'
);
select results_eq(
    $$
        select
            octet_length(failure_reason), octet_length(failure_category),
            octet_length(failure_detail::text)
        from flowfabric.ff_exec_core
    $$,
    'values (65536, 256, 16777216)',
    'the limits are stored'
);
select is(
    (flowfabric.ff_fail(
        pg_temp.lease('a', p_policy => '{"retry_policy": {"max_retries": 1}}'),
        E'Traceback:\n\tline 1: \u2717',
        p_detail => '[1, null]'
    )).outcome,
    'retry_scheduled',
    'a reason may have several lines, and a detail may be any JSON'
);
select is(
    (select a.failure_reason from flowfabric.ff_attempt as a),
    E'Traceback:\n\tline 1: \u2717',
    'both are stored letter by letter'
);

select * from finish();
rollback;
