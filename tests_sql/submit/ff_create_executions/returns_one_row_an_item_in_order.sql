-- tests_sql/submit/ff_create_executions/returns_one_row_an_item_in_order.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given a batch of three inputs; when it is submitted; then
create temporary table answered as
select a.*
from flowfabric.ff_create_executions(
    'lane', array['{"n": 1}', '{"n": 2}', '{"n": 3}']::jsonb[]
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);

select results_eq(
    $$select a.item, a.outcome, a.public_state, a.error_code, a.error_detail
    from answered as a
    order by a.item$$,
    $$values
    (1::bigint, 'created', 'waiting', null::text, null::jsonb),
    (2, 'created', 'waiting', null, null),
    (3, 'created', 'waiting', null, null)$$,
    'each item is created, and waiting'
);
select results_eq(
    $$select a.item, d.input
    from answered as a
    cross join lateral flowfabric.ff_describe_execution(a.execution_id) as d
    order by a.item$$,
    $$values (1::bigint, '{"n": 1}'::jsonb), (2, '{"n": 2}'), (3, '{"n": 3}')$$,
    'each row is that of the item in its place'
);
select is(
    (select count(distinct a.execution_id) from answered as a),
    3::bigint,
    'every item has an id of its own'
);
select is(
    (
        select bool_and(a.execution_id::text ~ '^[0-9a-f-]{14}7[0-9a-f-]{21}$')
        from answered as a
    ),
    true,
    'the ids are of version 7'
);
select * from finish();
rollback;
