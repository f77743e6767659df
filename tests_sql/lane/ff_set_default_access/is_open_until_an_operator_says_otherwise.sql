-- noqa: disable=LT02
-- tests_sql/lane/ff_set_default_access/is_open_until_an_operator_says_otherwise.sql
begin;
select plan(11);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given an installation with a lane that is used, one that is registered, and one with a grant
select pg_temp.login_of('ff_producer') as producer
\gset
select count(flowfabric.ff_create_execution('used')) as created
from generate_series(1, 1)
\gset
select flowfabric.ff_register_lane('registered') is null as registered
\gset
select flowfabric.ff_grant_lane('granted', :'producer', '{submit}') is null as granted
\gset
create function pg_temp.submit_to(p_role text, p_lane_id text) returns text language sql as $$
    select pg_temp.refusal_as(p_role, format('select flowfabric.ff_create_execution(%L)', p_lane_id))
$$;
select results_eq(
    format(
        $$select pg_temp.submit_to(%L, n.lane_id)
        from unnest('{used,registered,granted,new}'::text[]) as n (lane_id)$$,
        :'producer'
    ),
    '{nothing,nothing,nothing,nothing}'::text[], 'every role may use a lane without grants'
);
select is(
    (select a from flowfabric.ff_set_default_access('open') as a),
    ('open', 'unchanged', 'open', 0)::flowfabric.ff_changed_default_access,
    'the call returns that they are open'
);
-- when such lanes are closed; then
select is(
    (select a from flowfabric.ff_set_default_access('closed', 'tenants move in', 'ada') as a),
    ('closed', 'changed', 'open', 3)::flowfabric.ff_changed_default_access,
    'the result counts the lanes that it closed'
);
select is(
    (select a from flowfabric.ff_set_default_access('closed') as a),
    ('closed', 'unchanged', 'closed', 0)::flowfabric.ff_changed_default_access,
    'a second call changes nothing'
);
select results_eq(
    format(
        $$select pg_temp.submit_to(%L, n.lane_id)
        from unnest('{used,registered,granted,unheard of}'::text[]) as n (lane_id)$$,
        :'producer'
    ),
    array[
        'ZF801 not_authorised', 'ZF801 not_authorised', 'nothing', 'ZF801 not_authorised'
    ],
    'a role needs a grant in a lane'
);
select is(
    (
        select e.details - '{session_user,role}'::text[]
        from flowfabric.ff_operator_event as e
        where e.kind = 'default_access_changed'
    ),
    '{"actor": "ada", "reason": "tenants move in", "access": "closed", "lane_count": 3,
    "previous_access": "open"}'::jsonb,
    'an event records the call'
);
select is(
    (
        select h.detail ->> 'default_access'
        from flowfabric.ff_health() as h
        where h.check_name = 'installation'
    ),
    'closed', 'ff_health shows that lanes are closed'
);
-- when they are opened again; then
select is(
    (select a from flowfabric.ff_set_default_access('open') as a),
    ('open', 'changed', 'closed', 3)::flowfabric.ff_changed_default_access,
    'the same call opens them'
);
select results_eq(
    format(
        $$select pg_temp.submit_to(%L, n.lane_id)
        from unnest('{used,registered,granted,new}'::text[]) as n (lane_id)$$,
        :'producer'
    ),
    '{nothing,nothing,nothing,nothing}'::text[], 'all lanes are open as before'
);
-- when a lane had a grant, and has none any more
select flowfabric.ff_revoke_lane('granted', :'producer') is null as revoked
\gset
select flowfabric.ff_set_default_access('closed') is null as closed
\gset
select flowfabric.ff_set_default_access('open') is null as opened
\gset
-- then
select is(
    pg_temp.submit_to(:'producer', 'granted'), 'ZF801 not_authorised',
    'the setting does not open it'
);
select is(
    pg_temp.refusal_as(:'producer', $$select flowfabric.ff_set_default_access('open')$$), '42501',
    'a producer may not call the function'
);
select * from finish();
rollback;
