begin;
select plan(5);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_set_event_retention(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_retention_ms'),
    ('0', '22023 p_retention_ms'),
    ('315360000001', '22023 p_retention_ms')
) as b (arguments, refusal);
select is(
    (flowfabric.ff_set_event_retention(1000)).retention_ms, 1000::bigint,
    'the retention is set'
);
select is(
    (
        select m.value from flowfabric.ff_meta as m
        where m.key = 'event_retention_ms'
    ), '1000',
    'for all calls'
);

select * from finish();
rollback;
