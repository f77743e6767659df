-- tests_sql/execution/ff_create_execution/mints_an_id_that_sorts_by_time.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
-- given the server mints the id; then
create temporary table submitted (item integer, execution_id text);
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
    (
        select array_agg(s.item order by split_part(s.execution_id, ':', 3)::uuid)
        from submitted as s
    ),
    '{1,2,3,4}',
    'later ids sort after earlier ones, also within one millisecond'
);
select is(
    (
        select
            bool_and(
                split_part(split_part(s.execution_id, ':', 2), '}', 1)::integer
                = ('x' || right(s.execution_id, 2))::bit(8)::integer
            )
        from submitted as s
    ),
    true,
    'N is the last byte of the uuid'
);
select is(
    (select bool_and(substr(split_part(s.execution_id, ':', 3), 15, 1) = '7') from submitted as s),
    true,
    'the uuid is of version 7'
);
select is(
    (
        select left(split_part(s.execution_id, ':', 3), 13) from submitted as s
        where s.item = 1
    ),
    '01b8dd58-e200',
    'and begins with the milliseconds of the server''s clock'
);
select is(
    (
        select count(distinct e.partition_key) > 100
        from
            flowfabric.ff_create_executions(
                'lane', array_fill('{}'::jsonb, array[1000])
            ) as c
        cross join lateral (
            select split_part(split_part(c.execution_id, ':', 2), '}', 1)
        ) as e (partition_key)
    ),
    true,
    'the executions of one lane spread over all partitions'
);
select * from finish();
rollback;
