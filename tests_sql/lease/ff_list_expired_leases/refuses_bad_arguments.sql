begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select * from flowfabric.ff_list_expired_leases(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => -1', '22023 p_limit'),
    ('p_limit => 1001', '22023 p_limit'),
    ($$''$$, '22023 p_after'),
    ($$'junk'$$, '22023 p_after'),
    ($$'00000000-0000-7000-8000-000000000001'$$, '22023 p_after')
) as b (arguments, refusal);

select * from finish();
rollback;
