begin;
select plan(6);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_trim_retention(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('-1', '22023 p_older_than_ms'),
    ('315360000001', '22023 p_older_than_ms'),
    ('0, null', '22004 p_limit'),
    ('0, 0', '22023 p_limit'),
    ('0, 10001', '22023 p_limit'),
    ('0, 10000', 'nothing')
) as b (arguments, refusal);

select * from finish();
rollback;
