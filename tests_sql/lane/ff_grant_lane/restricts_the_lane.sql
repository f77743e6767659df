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
-- given an open lane, then
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing', 'a role that may claim may claim there'
);
-- when a role is granted a right there, then
select is(
    flowfabric.ff_grant_lane('lane', 'test_tenant', '{submit,claim,submit}', 'theirs', 'ada'),
    row('lane', 'test_tenant', 'granted', '{claim,submit}'::text[])::flowfabric.ff_changed_lane_grant,
    'the role may claim'
);
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'ZF801 not_authorised', 'another role may not'
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
    'and the error names that role and the right that it lacks'
);
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('another', 'a', 'a-1')$$),
    'nothing', 'other lanes are still open'
);
-- when the role is granted more, then
select is(
    flowfabric.ff_grant_lane('lane', 'test_tenant', '{read,claim}'),
    row('lane', 'test_tenant', 'granted', '{claim,read,submit}'::text[])::flowfabric.ff_changed_lane_grant,
    'its rights add up'
);
select is(
    (flowfabric.ff_grant_lane('lane', 'test_tenant', '{read}')).outcome, 'already_granted',
    'rights that it has are not granted again'
);
select results_eq(
    $$select e.kind::text, e.details - 'session_user' - 'role'
    from flowfabric.ff_operator_event as e where e.kind = 'lane_granted' order by e.event_id$$,
    $$values
    ('lane_granted', '{"actor": "ada", "reason": "theirs", "lane_id": "lane", "grantee": "test_tenant", "verbs": ["claim", "submit"]}'::jsonb),
    ('lane_granted', '{"lane_id": "lane", "grantee": "test_tenant", "verbs": ["claim", "read"]}'::jsonb)$$,
    'each change has an event'
);
-- when the login becomes a member, then
grant test_tenant to :worker;
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing', 'a member of the role may do what the role may'
);
-- when the last grant is revoked, then
select is(
    flowfabric.ff_revoke_lane('lane', 'test_tenant'),
    row('lane', 'test_tenant', 'revoked', '{}'::text[])::flowfabric.ff_changed_lane_grant,
    'the role may do nothing any more'
);
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'ZF801 not_authorised', 'the lane is still restricted'
);
select is(
    (flowfabric.ff_revoke_lane('lane', 'test_tenant')).outcome, 'not_granted',
    'a second revocation changes nothing'
);
select flowfabric.ff_grant_lane('lane', 'public', '{claim}')
\g /dev/null
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    'nothing', 'a right of public is a right of every role'
);

select * from finish();
rollback;
