begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_set_execution_tag(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'a.b', 'c'$$, '22004 p_execution_id'),
    ($$'junk', 'a.b', 'c'$$, '22P02'),
    ($$pg_temp.id(2), 'a.b', 'c'$$, 'ZF201 execution_not_found'),
    ($$pg_temp.id(1), null, 'c'$$, '22004 p_key'),
    ($$pg_temp.id(1), 'a.b', null$$, '22004 p_value'),
    ($$pg_temp.id(1), 'a.b', repeat('c', 4097)$$, '22023 p_value')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
