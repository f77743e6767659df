begin;
select plan(4);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_ack_consumer(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'x'$$, '22004 p_consumer'),
    ($$'c', null$$, '22004 p_cursor'),
    ($$'c', ''$$, '22023 p_cursor'),
    ($$'c', 'x'$$, '22023 p_cursor')
) as b (arguments, refusal);

select * from finish();
rollback;
