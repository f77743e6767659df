-- tests_sql/submit/ff_create_execution/mints_an_id_that_sorts_by_time.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given the server mints the id; then
create temporary table submitted (item integer, execution_id uuid);
insert into submitted
select
    1 as item,
    c.execution_id
from flowfabric.ff_create_execution('lane') as c;
select pg_temp.advance('1 microsecond');
insert into submitted
select
    2 as item,
    c.execution_id
from flowfabric.ff_create_execution('lane') as c;
select pg_temp.advance('1 millisecond');
insert into submitted
select
    3 as item,
    c.execution_id
from flowfabric.ff_create_execution('lane') as c;
select pg_temp.advance('50 years');
insert into submitted
select
    4 as item,
    c.execution_id
from flowfabric.ff_create_execution('lane') as c;

select is(
    (select array_agg(s.item order by s.execution_id) from submitted as s),
    '{1,2,3,4}',
    'later ids sort after earlier ones, also within one millisecond'
);
select is(
    (select bool_and(substr(s.execution_id::text, 15, 1) = '7') from submitted as s),
    true,
    'the id is a UUIDv7'
);
select is(
    (
        select left(s.execution_id::text, 13) from submitted as s
        where s.item = 1
    ),
    '01b8dd58-e200',
    'it begins with the milliseconds of the server''s clock'
);
select cmp_ok(
    (
        select count(distinct pg_temp.number(c.execution_id))
        from flowfabric.ff_create_executions('lane', array_fill('{}'::jsonb, array[1000])) as c
    ),
    '=',
    256::bigint,
    'the executions of one lane spread over all partitions'
);
select * from finish();
rollback;
