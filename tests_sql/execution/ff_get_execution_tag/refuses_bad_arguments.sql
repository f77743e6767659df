begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_get_execution_tag(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'a.b'$$, '22004 p_execution_id'),
    ($$'junk', 'a.b'$$, '22P02'),
    ('pg_temp.id(1), null', '22004 p_key'),
    ($$pg_temp.id(1), ''$$, '22023 p_key'),
    ($$pg_temp.id(1), 'cairn'$$, '22023 p_key'),
    ($$pg_temp.id(1), 'Cairn.x'$$, '22023 p_key'),
    ($$pg_temp.id(1), 'cairn.x '$$, '22023 p_key'),
    ($$pg_temp.id(1), 'a.' || repeat('b', 255)$$, '22023 p_key'),
    ($$pg_temp.id(1), 'a.' || repeat('b', 254)$$, 'nothing')
) as b (arguments, refusal);

select * from finish();
rollback;
