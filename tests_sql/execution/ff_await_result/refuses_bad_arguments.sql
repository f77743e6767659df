begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql

select pg_temp.submit() as execution_id
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_await_result(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_execution_ids'),
    ($$'{}'$$, '22023 p_execution_ids'),
    (format($$array[null, %L]::uuid[]$$, :'execution_id'), '22023 p_execution_ids'),
    (format($$array[[%1$L], [%1$L]]::uuid[]$$, :'execution_id'), '22023 p_execution_ids'),
    (format($$array_fill(%L::uuid, '{1001}')$$, :'execution_id'), '22023 p_execution_ids'),
    (format($$array[%L, gen_random_uuid()]::uuid[]$$, :'execution_id'), 'ZF201 execution_not_found')
) as b (arguments, refusal);
select is_empty('select b.bell_id from flowfabric.ff_end_bell as b', 'no bell hangs');
select * from finish();
rollback;
