-- noqa: disable=LT02,LT09,LT14,AL03,AL05
-- tests_sql/lane/restricted_lanes/have_idempotency_keys_of_their_own.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given a lane with a key that was taken while it was open, and that was restricted then
select pg_temp.login_of('ff_producer') as outsider
\gset
select c.execution_id as earlier
from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'earlier') as c
\gset
select flowfabric.ff_grant_lane('vault', 'pg_monitor', '{submit}') is null as restricted
\gset
-- as ticks do when older transactions have ended; this one has not
delete from flowfabric.ff_key_move where lane_id = 'vault';
-- when a caller without a right there takes a key before that lane does; then
select is(
    pg_temp.refusal_as(
        :'outsider',
        $$select flowfabric.ff_create_execution('mine', '2', p_idempotency_key => 'invoice-1')$$
    ),
    'nothing',
    'the caller gets the key'
);
select set_config('role', :'outsider', true)
\g /dev/null
select c.execution_id as taken
from flowfabric.ff_create_execution('mine', '2', p_idempotency_key => 'invoice-1') as c
\gset
reset role;
select c.outcome, c.execution_id as own
from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'invoice-1') as c
\gset
select is(:'outcome'::text, 'created', 'the lane gets the key, too');
select is(
    (
        select c.execution_id
        from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'invoice-1') as c
    ),
    :'own'::uuid,
    'the lane finds its own execution by the key'
);
select is(
    (
        select c.outcome || ' ' || c.execution_id
        from flowfabric.ff_create_executions(
            'vault', '{1}', '{"idempotency_key": ["invoice-1"]}'
        ) as c
    ),
    'duplicate ' || :'own',
    'a batch does, too'
);
select is(
    (
        select c.execution_id
        from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'earlier') as c
    ),
    :'earlier'::uuid,
    'a key from before the restriction finds its execution'
);
-- when the caller submits under keys of the lane; then
select is(
    pg_temp.refusal_as(
        :'outsider',
        $$select flowfabric.ff_create_execution('mine', '3', p_idempotency_key => 'vaults')$$
    ),
    'nothing',
    'a key that only the lane has is free'
)
from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'vaults') as c;
create function pg_temp.conflict(p_role text) returns jsonb language plpgsql as $$
declare
    v_error jsonb;
begin
    perform set_config('role', p_role, true);
    v_error := pg_temp.error_of(
        $q$select flowfabric.ff_create_execution('mine', '3', p_idempotency_key => 'earlier')$q$
    );
    perform set_config('role', 'none', true);
    return v_error -> 'detail';
end;
$$;
select is(
    pg_temp.conflict(:'outsider'),
    '{"symbol": "idempotency_key_conflict", "idempotency_key": "earlier"}',
    'a conflict with a key from before the restriction names no execution of the lane'
);
select is(
    pg_temp.conflict('ff_owner') ->> 'execution_id', :'earlier'::text,
    'except to a caller that may see it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
