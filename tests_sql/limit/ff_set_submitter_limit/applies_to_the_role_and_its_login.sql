-- noqa: disable=LT02,LT05,LT09,AL03
-- tests_sql/limit/ff_set_submitter_limit/applies_to_the_role_and_its_login.sql
begin;
select plan(8);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given two tenants of a connection pool, as whom this session acts
select session_user as pool
\gset
select pg_temp.login_of('ff_producer') as a
\gset
create role test_tenant_b in role ff_producer;
create function pg_temp.submit_as(p_role text) returns text language sql as $$
    select pg_temp.refusal_as(p_role, $q$select flowfabric.ff_create_execution('lane')$q$)
$$;
create function pg_temp.refused_submitter(p_role text) returns text language plpgsql as $$
declare
    v_error jsonb;
begin
    perform set_config('role', p_role, true);
    v_error := pg_temp.error_of('select flowfabric.ff_create_execution(''lane'')');
    perform set_config('role', 'none', true);
    return v_error #>> '{detail,submitter}';
end;
$$;
-- when each submitter is limited, except the login of the pool
select
    flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 2),
    flowfabric.ff_set_submitter_limit('lane', :'pool')
\g /dev/null
-- then
select results_eq(
    format('select pg_temp.submit_as(r) from unnest(array[%1$L, %1$L]) as r', :'a'),
    '{nothing,nothing}'::text[], 'a tenant may submit'
);
select is(pg_temp.refused_submitter(:'a'), :'a'::text, 'up to the limit');
select is(pg_temp.submit_as('test_tenant_b'), 'nothing', 'the other tenant has a limit of its own');
-- when the login of the pool gets a limit
select flowfabric.ff_set_submitter_limit('lane', :'pool', p_max_unfinished => 1) is null as limited
\gset
-- then
select is(pg_temp.submit_as('test_tenant_b'), 'nothing',
'executions from before its limit do not count');
select is(
    pg_temp.refused_submitter('ff_producer'), :'pool'::text,
    'SET ROLE does not avoid it'
);
-- when the submissions have ended; then
select count(flowfabric.ff_cancel_execution(e.execution_id, 'enough')) as cancelled
from flowfabric.ff_list_executions('{"lane_id": "lane"}') as e
\gset
select results_eq(
    $$select distinct l.unfinished_count from flowfabric.ff_list_submitter_limits() as l
    where l.submitter is not null$$,
    '{0}'::bigint[], 'there is room for both'
);
select is(pg_temp.submit_as('ff_producer'), 'nothing', 'again');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select * from finish();
rollback;
