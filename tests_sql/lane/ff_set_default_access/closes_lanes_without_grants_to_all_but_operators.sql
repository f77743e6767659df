-- noqa: disable=LT02,LT05,LT09,LT14,RF05,AL03
-- tests_sql/lane/ff_set_default_access/closes_lanes_without_grants_to_all_but_operators.sql
begin;
select plan(7);
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/roles.sql
\ir ../../lib/restricted_lane.sql
-- given a lane with rows of every kind, without grants; a login that may call every function but is
-- not an operator, and a login of an operator
delete from flowfabric.ff_lane_grant;
update flowfabric.ff_lane set is_restricted = false, restricted_by = null;
delete from flowfabric.ff_key_move;
create role test_stranger login;
grant usage on schema flowfabric to test_stranger;
do $$
declare
    v_function text;
begin
    for v_function in select distinct m.function_name from flowfabric.ff_privilege as m loop
        execute format('grant execute on function flowfabric.%I to test_stranger', v_function);
    end loop;
end;
$$;
select pg_temp.login_of_all('test_operator')
\g /dev/null
-- when lanes without grants are closed
select outcome, lane_count
from flowfabric.ff_set_default_access('closed')
\g /dev/null
-- then
select is_empty(
    $$select c.statement
    from lane_call as c
    where c.verbs <> 'any' and pg_temp.gets_through('test_stranger', c.statement)$$,
    'every call is refused, whatever right it needs'
);
select is_empty(
    $$select c.statement
    from lane_call as c
    where
        not pg_temp.gets_through('test_operator', c.statement)
        -- the lane has no grant, so this call lists none
        and c.function_name <> 'ff_list_lane_grants'$$,
    'an operator may make every call'
);
select is_empty(
    $$select c.statement
    from (
        values
        ($q$select ff_create_execution('unheard of')$q$),
        ($q$select ff_create_execution('unheard of', p_delay_ms => 5)$q$),
        ($q$select ff_create_execution('unheard of', p_idempotency_key => 'k')$q$),
        ($q$select ff_create_executions('unheard of', '{1}')$q$),
        ($q$select ff_submit_flow('{"nodes": {"n": {"lane": "unheard of"}}}')$q$),
        ($q$select ff_claim('unheard of', 'w', 'w-1')$q$),
        ($q$select ff_claim_batch('unheard of', 'w', 'w-1', 3)$q$),
        ($q$select ff_next_due_in_ms('unheard of')$q$),
        ($q$select ff_register_worker('w', 'w-1', '{unheard of}')$q$),
        ($q$select ff_hang_doorbell('w-1', '{unheard of}')$q$),
        ($q$select ff_set_lane_state('unheard of', 'paused')$q$),
        ($q$select ff_grant_lane('unheard of', 'test_stranger', '{submit}')$q$)
    ) as c (statement)
    where pg_temp.gets_through('test_stranger', c.statement)$$,
    'an unknown lane is closed, too'
);
-- when an operator registers a lane, or grants rights in one; then
select set_config('role', 'test_operator', true)
\g /dev/null
select count(flowfabric.ff_create_execution('new')) as created
from generate_series(1, 2)
\gset
select flowfabric.ff_submit_flow('{"nodes": {"n": {"lane": "of a flow"}, "m": {"lane": "and another"}}}') is null as submitted
\gset
select flowfabric.ff_register_lane('registered') is null as registered
\gset
select flowfabric.ff_set_lane_state('with a state', 'paused') is null as changed
\gset
reset role;
select is_empty(
    $$select n.lane_id
    from unnest('{new,of a flow,and another,registered,with a state}'::text[]) as n (lane_id)
    where pg_temp.gets_through(
        'test_stranger', format('select ff_create_execution(%L)', n.lane_id)
    ) or pg_temp.gets_through('test_stranger', format('select ff_claim(%L, %L, %L)', n.lane_id, 'w', 'w-1'))$$,
    'lanes that operators register are closed'
);
select set_config('role', 'test_operator', true)
\g /dev/null
select flowfabric.ff_grant_lane('new', 'test_stranger', '{submit}') is null as granted
\gset
reset role;
select ok(
    pg_temp.gets_through('test_stranger', $$select ff_create_execution('new')$$)
    and not pg_temp.gets_through('test_stranger', $$select ff_claim('new', 'w', 'w-1')$$),
    'a grant opens a lane for the rights that it names'
);
select is(
    pg_temp.refusal_as('test_operator', $$select flowfabric.ff_claim('new', 'w', 'w-1')$$),
    'ZF801 not_authorised', 'from the first grant on, operators need a grant, too'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
