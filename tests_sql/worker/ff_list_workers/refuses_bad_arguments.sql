begin;
select plan(4);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_list_workers(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => -1', '22023 p_limit'),
    ('p_limit => 1001', '22023 p_limit'),
    ($$p_namespace => ''$$, '22023 p_namespace')
) as b (arguments, refusal);

select * from finish();
rollback;
