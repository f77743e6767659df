-- noqa: disable=LT02,LT05,LT09,LT14,RF05,AL03
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql

select pg_temp.submit() as id, pg_temp.login_of('ff_worker') as worker
\gset
create role test_tenant;
-- given a lane that is open, then
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing', 'who may claim, may claim there'
);
-- when a role is granted something there, then
select is(
    flowfabric.ff_grant_lane('lane', 'test_tenant', '{submit,claim,submit}', 'theirs', 'ada'),
    row('lane', 'test_tenant', 'granted', '{claim,submit}'::text[])::flowfabric.ff_changed_lane_grant,
    'it may do that'
);
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'ZF801 not_authorised', 'nobody else may'
);
set role :worker;
select pg_temp.error_of($$select flowfabric.ff_claim('lane', 'a', 'a-1')$$) as error
\gset
reset role;
select is(
    :'error'::jsonb -> 'detail',
    jsonb_build_object(
        'symbol', 'not_authorised', 'lane_id', 'lane', 'verbs', '["claim"]'::jsonb,
        'caller', :'worker', 'session_user', session_user
    ),
    'and is told who he is, and what it would have taken'
);
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('another', 'a', 'a-1')$$),
    'nothing', 'other lanes are as open as before'
);
-- when it is granted more, then
select is(
    flowfabric.ff_grant_lane('lane', 'test_tenant', '{read,claim}'),
    row('lane', 'test_tenant', 'granted', '{claim,read,submit}'::text[])::flowfabric.ff_changed_lane_grant,
    'verbs add up'
);
select is(
    (flowfabric.ff_grant_lane('lane', 'test_tenant', '{read}')).outcome, 'already_granted',
    'what it may do already, it is not granted again'
);
select results_eq(
    $$select e.kind::text, e.details - 'session_user' - 'role'
    from flowfabric.ff_event as e where e.kind = 'lane_granted' order by e.event_id$$,
    $$values
    ('lane_granted', '{"actor": "ada", "reason": "theirs", "lane_id": "lane", "grantee": "test_tenant", "verbs": ["claim", "submit"]}'::jsonb),
    ('lane_granted', '{"lane_id": "lane", "grantee": "test_tenant", "verbs": ["claim", "read"]}'::jsonb)$$,
    'each change is an event'
);
-- when the login becomes a member, then
grant test_tenant to :worker;
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing', 'who has the privileges of the role may do what it may'
);
-- when the last grant is revoked, then
select is(
    flowfabric.ff_revoke_lane('lane', 'test_tenant'),
    row('lane', 'test_tenant', 'revoked', '{}'::text[])::flowfabric.ff_changed_lane_grant,
    'it may do nothing any more'
);
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'ZF801 not_authorised', 'and the lane stays restricted'
);
select is(
    (flowfabric.ff_revoke_lane('lane', 'test_tenant')).outcome, 'not_granted', 'once is enough'
);
select flowfabric.ff_grant_lane('lane', 'public', '{claim}')
\g /dev/null
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing', 'what public is granted, everybody may do'
);

select * from finish();
rollback;
