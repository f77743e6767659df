begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_change_priority(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null, 5', '22004 p_execution_id'),
    ($$'junk', 5$$, '22P02'),
    ('pg_temp.id(2), 5', 'ZF201 execution_not_found'),
    ('pg_temp.id(1), null', '22004 p_priority'),
    ('pg_temp.id(1), -1', '22023 p_priority'),
    ('pg_temp.id(1), 9001', '22023 p_priority'),
    ($$pg_temp.id(1), 5, ''$$, '22023 p_reason'),
    ($$pg_temp.id(1), 5, p_actor => ''$$, '22023 p_actor')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    (flowfabric.ff_change_priority(pg_temp.id(1), 9000)).new_priority, 9000,
    'the highest priority is 9000'
);
select is(
    (flowfabric.ff_change_priority(pg_temp.id(1), 0)).new_priority, 0,
    'the lowest priority is 0'
);

select * from finish();
rollback;
