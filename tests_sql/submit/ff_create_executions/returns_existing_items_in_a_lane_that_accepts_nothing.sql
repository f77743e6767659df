-- tests_sql/submit/ff_create_executions/returns_existing_items_in_a_lane_that_accepts_nothing.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

-- given submissions whose replies were lost, in a lane that is draining
create temporary table first_time as
select a.*
from flowfabric.ff_create_executions(
    'lane',
    array['1', '2', '3']::jsonb[],
    '{
        "idempotency_key": ["a", "b", null],
        "execution_id": [null, null, "00000000-0000-7000-8000-000000000003"]
    }'
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);
select from flowfabric.ff_set_lane_state('lane', 'draining');

-- when they are sent again; then
select results_eq(
    $$
        select a.execution_id, a.outcome, a.public_state
        from flowfabric.ff_create_executions(
            'lane',
            array['1', '2', '3']::jsonb[],
            '{
                "idempotency_key": ["a", "b", null],
                "execution_id": [null, null, "00000000-0000-7000-8000-000000000003"]
            }'
        ) as a
    $$,
    $$select f.execution_id, 'duplicate', 'waiting' from first_time as f order by f.item$$,
    'all of them exist'
);

-- when they are sent with new items, bad items and repeated items; then
create temporary table second_time as
select a.*
from flowfabric.ff_create_executions(
    'lane',
    array['8', '1', '3', '9', '9', '10', '1', '11', '8']::jsonb[],
    '{
        "idempotency_key": ["z", "a", null, "new", "new", "new", "a", null, null],
        "execution_id": [
            null, null, "00000000-0000-7000-8000-000000000003", null, null, null,
            null, "00000000-0000-7000-8000-000000000004", null
        ],
        "kind": ["", "default", "default", "default", "default", "default", "other", "default", "default"]
    }'
) with ordinality as a (execution_id, outcome, public_state, error_code, error_detail, item);
select results_eq(
    'select a.item, a.outcome, a.public_state, a.error_code from second_time as a order by a.item',
    $$
        values
        (1::bigint, 'invalid', null, '22023'),
        (2, 'duplicate', 'waiting', null),
        (3, 'duplicate', 'waiting', null),
        (4, 'lane_not_accepting', null, 'ZF206'),
        (5, 'lane_not_accepting', null, 'ZF206'),
        (6, 'lane_not_accepting', null, 'ZF206'),
        (7, 'idempotency_key_conflict', null, 'ZF205'),
        (8, 'lane_not_accepting', null, 'ZF206'),
        (9, 'lane_not_accepting', null, 'ZF206')
    $$,
    'existing items are returned, the others refused'
);
select results_eq(
    'select a.execution_id from second_time as a where a.item in (2, 3) order by a.item',
    'select f.execution_id from first_time as f where f.item in (1, 3) order by f.item',
    'with the ids of the first time'
);
select results_eq(
    'select distinct a.error_detail from second_time as a where a.item in (4, 5, 6, 8, 9)',
    $$values ('{"lane_id": "lane", "lane_state": "draining"}'::jsonb)$$,
    'with the state of the lane'
);
select is(
    (select count(*) from flowfabric.ff_list_executions('{"lane_id": "lane"}')), 3::bigint,
    'no execution was added'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

-- when no item of a batch exists; then
select is(
    pg_temp.refusal(
        $$
            select flowfabric.ff_create_executions(
                'lane', array['1', '2']::jsonb[], '{"idempotency_key": ["new", "a"]}'
            )
        $$
    ),
    'ZF206 lane_not_accepting',
    'the call fails: the lane refuses the whole batch'
);

-- when the lane is open again; then
select from flowfabric.ff_set_lane_state('lane', 'active');
select results_eq(
    $$
        select a.outcome
        from flowfabric.ff_create_executions(
            'lane', array['9']::jsonb[], '{"idempotency_key": ["new"]}'
        ) as a
    $$,
    $$values ('created')$$,
    'the key of a refused item is free'
);

select * from finish();
rollback;
