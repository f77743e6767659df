-- noqa: disable=LT02,LT09,LT14,AL03,AL05
-- tests_sql/lane/restricted_lanes/cost_a_flow_only_what_its_members_are_in.sql
begin;
select plan(3);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given 2,000 lanes that are closed to a caller, one that is not, and a flow of the caller
select pg_temp.login_of('ff_producer') as caller
\gset
insert into flowfabric.ff_lane (lane_id, is_restricted, restricted_by, registered_at, updated_at)
select 'closed' || n, true, 'postgres', now(), now()
from generate_series(1, 2000) as n;
insert into flowfabric.ff_lane_grant (lane_id, role_name, verbs, granted_by, granted_at)
select 'closed' || n, 'pg_monitor', '{submit}', 'postgres', now()
from generate_series(1, 2000) as n;
select flowfabric.ff_grant_lane('own', :'caller', '{submit}') is null as granted
\gset
select set_config('role', :'caller', true)
\g /dev/null
select flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000f') is null as created
\gset
create function pg_temp.submit_member() returns text language sql as $$
    select c.outcome
    from flowfabric.ff_create_execution(
        'own', p_flow_id => '00000000-0000-7000-8000-00000000000f'
    ) as c
$$;
select pg_temp.submit_member() as outcome
\gset
create function pg_temp.entries_read() returns bigint language sql as $$
    select sum(pg_stat_get_xact_tuples_returned(c.oid))::bigint
    from pg_class as c
    where c.relname in ('ff_lane_pkey', 'ff_lane_grant_pkey', 'restricted_lane', 'ff_lane')
$$;
select pg_temp.entries_read() as before
\gset
-- when the caller adds a member; then
select is(pg_temp.submit_member(), 'created', 'the call succeeds');
reset role;
select cmp_ok(
    pg_temp.entries_read() - :before, '<', 100::bigint, 'it reads few entries about lanes'
);
-- when the flow has a member in a closed lane; then
update flowfabric.ff_lane set is_restricted = false where lane_id = 'closed7';
select flowfabric.ff_create_execution(
    'closed7', p_flow_id => '00000000-0000-7000-8000-00000000000f'
) is null as added
\gset
update flowfabric.ff_lane set is_restricted = true where lane_id = 'closed7';
select is(
    pg_temp.refusal_as(:'caller', 'select pg_temp.submit_member()'), 'ZF801 not_authorised',
    'the caller may add no more members'
);
select * from finish();
rollback;
