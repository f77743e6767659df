-- noqa: disable=LT02,LT09,LT14,AL03,AL05
-- tests_sql/submit/ff_create_execution/records_the_role_and_the_login.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/roles.sql
-- given a pool's session that acts as a tenant; when it submits in each of the ways; then both the
-- tenant and the login are recorded
select pg_temp.login_of('ff_producer') as tenant
\gset
select set_config('role', :'tenant', true)
\g /dev/null
select c.execution_id as plain from flowfabric.ff_create_execution('lane') as c
\gset
select flowfabric.ff_create_execution('lane', p_actor => 'ada') is null as submitted
\gset
select count(*) as submitted from flowfabric.ff_create_executions('lane', '{1,2}')
\gset
select flowfabric.ff_submit_flow(
    '{"nodes": {"a": {"lane": "lane"}, "b": {"lane": "lane", "after": ["a"]}}}'
) is null as submitted
\gset
reset role;
select is(
    (
        select jsonb_agg(distinct jsonb_build_array(e.created_by, e.creating_login))
        from flowfabric.ff_exec_core as e
    ),
    jsonb_build_array(jsonb_build_array(:'tenant'::text, session_user)),
    'of executions'
);
select is(
    (
        select jsonb_agg(jsonb_build_array(f.created_by, f.creating_login))
        from flowfabric.ff_flow as f
    ),
    jsonb_build_array(jsonb_build_array(:'tenant'::text, session_user)),
    'of a flow'
);
select is(
    (
        select jsonb_agg(jsonb_build_array(d.created_by, d.creating_login))
        from flowfabric.ff_edge as d
    ),
    jsonb_build_array(jsonb_build_array(:'tenant'::text, session_user)),
    'of an edge'
);
select is(
    (select h.details from flowfabric.ff_history(:'plain') as h where h.what = 'submitted'),
    jsonb_build_object('created_by', :'tenant'::text, 'session_user', session_user),
    'ff_history shows both'
);
-- when a session acts as itself; then
select flowfabric.ff_create_execution('other', p_kind => 'own') is null as submitted
\gset
select is(
    (
        select jsonb_build_array(e.created_by, e.creating_login)
        from flowfabric.ff_exec_core as e
        where e.kind = 'own'
    ),
    jsonb_build_array(session_user, null),
    'a session that acts as itself is recorded once'
);
select * from finish();
rollback;
