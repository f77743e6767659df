begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_cancel_execution(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'reason'$$, '22004 p_execution_id'),
    ($$'junk', 'reason'$$, '22P02'),
    ($$pg_temp.id(2), 'reason'$$, 'ZF201 execution_not_found'),
    ('pg_temp.id(1), null', '22004 p_reason'),
    ($$pg_temp.id(1), ''$$, '22023 p_reason'),
    ($$pg_temp.id(1), repeat('r', 65537)$$, '22023 p_reason'),
    ($$pg_temp.id(1), 'reason', null$$, '22004 p_source'),
    ($$pg_temp.id(1), 'reason', ''$$, '22023 p_source'),
    ($$pg_temp.id(1), 'reason', repeat('s', 257)$$, '22023 p_source'),
    ($$pg_temp.id(1), 'reason', p_actor => ''$$, '22023 p_actor'),
    ($$pg_temp.id(1), 'reason', p_actor => repeat('a', 257)$$, '22023 p_actor')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
