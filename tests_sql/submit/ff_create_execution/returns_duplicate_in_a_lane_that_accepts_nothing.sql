-- tests_sql/submit/ff_create_execution/returns_duplicate_in_a_lane_that_accepts_nothing.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

-- given submissions under a key and under an id, whose replies were lost, and then a lane that is
-- draining or disabled; when they are sent again; then
select execution_id as under_key
from flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'k')
\gset
select execution_id as under_id
from
    flowfabric.ff_create_execution(
        'lane', '1', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )
\gset
create temporary table states as
select * from unnest(array['draining', 'disabled']) as s (state);

select
    results_eq(
        format(
            $$
                select c.execution_id, c.outcome
                from flowfabric.ff_set_lane_state('lane', %L)
                cross join lateral flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'k') as c
            $$,
            s.state
        ),
        format($$values (%L::uuid, 'duplicate')$$, :'under_key'),
        s.state || ': the key says that it exists'
    )
from states as s;
select
    results_eq(
        format(
            $$
                select c.execution_id, c.outcome
                from flowfabric.ff_set_lane_state('lane', %L)
                cross join lateral flowfabric.ff_create_execution('lane', '1', p_execution_id => %L) as c
            $$,
            s.state,
            :'under_id'
        ),
        format($$values (%L::uuid, 'duplicate')$$, :'under_id'),
        s.state || ': the id says that it exists'
    )
from states as s;

-- when another submission under the key, and a new one, are sent; then
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_create_execution('lane', '2', p_idempotency_key => 'k')$$
    ),
    'ZF205 idempotency_key_conflict',
    'the other submission under the key is a conflict'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'new')$$
    ),
    'ZF206 lane_not_accepting',
    'the new one is not accepted'
);
select is(
    (select count(*) from flowfabric.ff_list_executions('{"lane_id": "lane"}')), 2::bigint,
    'no execution was added'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
