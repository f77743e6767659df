-- noqa: disable=LT02,LT09,LT14,AL03,AL05
-- tests_sql/lane/restricted_lanes/keep_their_keys_when_others_name_their_executions.sql
begin;
select plan(5);
\ir ../../lib/roles.sql
-- given an execution with a key in a restricted lane, and one with a key in an open lane
select pg_temp.login_of('ff_producer') as outsider
\gset
select flowfabric.ff_grant_lane('vault', 'pg_monitor', '{submit}') is null as restricted
\gset
select c.execution_id as own
from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'invoice-1') as c
\gset
select c.execution_id as open
from flowfabric.ff_create_execution('open', '1', p_idempotency_key => 'invoice-2') as c
\gset
-- when another lane submits a batch with that key and the id of that execution
select set_config('role', :'outsider', true)
\g /dev/null
select c.outcome as from_outside
from flowfabric.ff_create_executions(
    'mine', '{1}',
    jsonb_build_object(
        'idempotency_key', jsonb_build_array('invoice-1'),
        'execution_id', jsonb_build_array(:'own')
    )
) as c
\gset
reset role;
select c.outcome as from_inside
from flowfabric.ff_create_executions(
    'vault', '{1}',
    jsonb_build_object(
        'idempotency_key', jsonb_build_array('invoice-2'),
        'execution_id', jsonb_build_array(:'open')
    )
) as c
\gset
-- then
select is(:'from_outside'::text, 'idempotency_key_conflict', 'the item is refused');
select is(
    (
        select c.outcome || ' ' || c.execution_id
        from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'invoice-1') as c
    ),
    'duplicate ' || :'own',
    'the key of the restricted lane still finds its execution'
);
select is(:'from_inside'::text, 'idempotency_key_conflict', 'the key of an open lane does, too');
select is(
    (
        select c.outcome || ' ' || c.execution_id
        from flowfabric.ff_create_execution('open', '1', p_idempotency_key => 'invoice-2') as c
    ),
    'duplicate ' || :'open',
    'a batch of a restricted lane does not free it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
