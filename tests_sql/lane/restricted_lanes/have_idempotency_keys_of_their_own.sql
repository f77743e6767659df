-- noqa: disable=LT02,LT09,LT14,AL03,AL05
-- tests_sql/lane/restricted_lanes/have_idempotency_keys_of_their_own.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given a lane, a key that was taken there while it was open, and then it was restricted
select pg_temp.login_of('ff_producer') as outsider
\gset
select c.execution_id as earlier
from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'earlier') as c
\gset
select flowfabric.ff_grant_lane('vault', 'pg_monitor', '{submit}') is null as restricted
\gset
-- as ticks do when the transactions have ended that were open then; this one is still open
delete from flowfabric.ff_key_move where lane_id = 'vault';
-- when a caller without a right there takes a key before that lane does; then
select is(
    pg_temp.refusal_as(
        :'outsider',
        $$select flowfabric.ff_create_execution('mine', '2', p_idempotency_key => 'invoice-1')$$
    ),
    'nothing',
    'the caller may have it'
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
select is(:'outcome'::text, 'created', 'and so may the lane');
select is(
    (
        select c.execution_id
        from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'invoice-1') as c
    ),
    :'own'::uuid,
    'which finds its own execution'
);
select is(
    (
        select c.outcome || ' ' || c.execution_id
        from flowfabric.ff_create_executions(
            'vault', '{1}', '{"idempotency_key": ["invoice-1"]}'
        ) as c
    ),
    'duplicate ' || :'own',
    'in a batch, too'
);
select is(
    (
        select c.execution_id
        from flowfabric.ff_create_execution('vault', '1', p_idempotency_key => 'earlier') as c
    ),
    :'earlier'::uuid,
    'a key from before the restriction stands for what it stood for'
);
-- when the caller asks for keys of the lane; then
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
    'but to a caller who may see it'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
