begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select * from flowfabric.ff_tick(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_max_rows'),
    ('0', '22023 p_max_rows'),
    ('-1', '22023 p_max_rows'),
    ('100001', '22023 p_max_rows'),
    ('100000', 'nothing')
) as b (arguments, refusal);

select * from finish();
rollback;
