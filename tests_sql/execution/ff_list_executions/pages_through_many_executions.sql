begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given 250 executions of which every fifth is in another lane; when a client pages through them;
-- then
do $given$
begin
    perform pg_temp.submit_number(n, case when n % 5 = 0 then 'other' else 'lane' end)
    from generate_series(1, 250) as n;
end;
$given$;
create temporary table pages as
with recursive page (n, ids) as (
    select
        1,
        array(
            select l.execution_id
            from
                flowfabric.ff_list_executions('{"lane_id": "lane"}', false, p_limit => 2)
                with ordinality as l
            order by l.ordinality
        )
    union all
    select
        p.n + 1,
        array(
            select l.execution_id
            from
                flowfabric.ff_list_executions(
                    '{"lane_id": "lane"}', false, p.ids[cardinality(p.ids)], 2
                ) with ordinality as l
            order by l.ordinality
        )
    from page as p
    where cardinality(p.ids) > 0
)

select
    i.execution_id,
    p.n,
    i.item
from page as p
cross join lateral unnest(p.ids) with ordinality as i (execution_id, item);
select results_eq(
    'select count(*), count(distinct execution_id) from pages',
    'values (200::bigint, 200::bigint)',
    'each execution of the lane is listed once'
);
select is_empty(
    $$
        select p.n
        from (
            select
                pages.*,
                lag(execution_id) over in_order as before
            from pages
            window in_order as (order by n, item)
        ) as p
        where p.before > p.execution_id
    $$,
    'in the order of their ids, which is that of submission'
);
select is(
    (select count(*) from flowfabric.ff_list_executions()), 100::bigint,
    'a page has 100 executions by default'
);
select is(
    (select count(*) from flowfabric.ff_list_executions(p_limit => 1000)),
    250::bigint,
    'a page has up to 1000'
);
select is_empty(
    'select * from flowfabric.ff_list_executions(p_limit => 0)',
    'a page of 0 is empty'
);
select is(
    (
        select l.execution_id
        from flowfabric.ff_list_executions(
            '{}', false, '00000000-0000-7000-8000-0000000000f9', 1
        ) as l
    ),
    '00000000-0000-7000-8000-0000000000fa',
    '`p_after` need not be the id of an execution'
);

select * from finish();
rollback;
