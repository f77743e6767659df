begin;
select plan(37);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

do $given$ begin perform pg_temp.submit(); end $given$;
select pg_temp.stored() as before
\gset

-- when one argument is bad, with work waiting; then
select
    is(
        pg_temp.refusal(
            format($$select * from flowfabric.ff_claim(%L, 'a', 'a-1')$$, b.value)
        ),
        '22023 p_lane_id',
        'lane: ' || b.description
    )
from (
    values
    ('', 'empty'),
    (repeat('x', 65), '65 bytes'),
    (repeat('x', 300), '300 bytes'),
    (E'la\nne', 'newline'),
    (E'lane\t', 'tab'),
    (E'\u007f', 'delete'),
    (E'l\u00e4ne', 'not ASCII'),
    (E'lane\u200b', 'invisible')
) as b (value, description);
select
    is(
        pg_temp.refusal(
            format(
                $$select * from flowfabric.ff_claim('lane', %L, %L)$$,
                case when a.argument = 'p_worker_id' then b.value else 'a' end,
                case when a.argument = 'p_worker_id' then 'a-1' else b.value end
            )
        ),
        '22023 ' || a.argument,
        a.argument || ': ' || b.description
    )
from (values ('p_worker_id'), ('p_worker_instance_id')) as a (argument)
cross join (
    values
    ('', 'empty'),
    ('worker a', 'blank'),
    (E'a\n', 'newline'),
    (E'a\u0001', 'control character'),
    (repeat('x', 257), '257 bytes'),
    (repeat(E'\u00e4', 129), '258 bytes in 129 characters')
) as b (value, description);
select
    is(
        pg_temp.refusal(
            format($$select * from flowfabric.ff_claim('lane', 'a', 'a-1', %L::text[])$$, b.value)
        ),
        '22023 p_capabilities',
        'capabilities: ' || b.description
    )
from (
    values
    (array['gpu', 'a,b'], 'comma'),
    (array[',', 'b'], 'nothing but a comma'),
    (array['gpu', ''], 'empty'),
    (array['gpu', null], 'null'),
    (array['gp u'], 'blank'),
    (array[E'gpu\n'], 'newline'),
    (array[E'gpu\u0007'], 'control character'),
    (array(select n::text from generate_series(1, 257) as n), '257 of them'),
    (array[repeat('x', 4097)], '4097 bytes'),
    (array[repeat('x', 2048), repeat('y', 2048)], '4097 bytes with the comma between')
) as b (value, description);
select is(
    pg_temp.refusal($$select * from flowfabric.ff_claim('lane', 'a', 'a-1', '{{a,b},{c,d}}')$$),
    '22023 p_capabilities',
    'capabilities: two dimensions'
);
select
    is(
        pg_temp.refusal(
            format(
                $$select * from flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => %s)$$,
                b.value
            )
        ),
        '22023 p_lease_ttl_ms',
        'ttl: ' || b.value
    )
from (values (0), (-1), (86400001)) as b (value);
select
    is(
        pg_temp.refusal(
            format(
                $$
                select *
                from flowfabric.ff_claim('lane', 'a', 'a-1', p_attempt_timeout_ms => %s)
            $$,
                b.value
            )
        ),
        '22023 p_attempt_timeout_ms',
        'attempt timeout: ' || b.value
    )
from (values (0), (-1)) as b (value);

select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
