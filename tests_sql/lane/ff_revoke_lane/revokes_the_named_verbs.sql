-- noqa: disable=LT02,LT05,LT09,LT14,RF05,AL03
begin;
select plan(6);
\ir ../../lib/errors.sql

create role test_tenant;
select flowfabric.ff_grant_lane('lane', 'test_tenant', '{submit,claim,read}')
\g /dev/null
-- when some verbs are revoked, one of which was not granted; then
select is(
    flowfabric.ff_revoke_lane('lane', 'test_tenant', '{claim,operate}', 'done', 'ada'),
    row('lane', 'test_tenant', 'revoked', '{read,submit}'::text[])::flowfabric.ff_changed_lane_grant,
    'the others stay'
);
select results_eq(
    $$select e.details - 'session_user' - 'role'
    from flowfabric.ff_event as e where e.kind = 'lane_revoked'$$,
    $$values ('{"actor": "ada", "reason": "done", "lane_id": "lane", "grantee": "test_tenant", "verbs": ["claim", "operate"]}'::jsonb)$$,
    'it is an event'
);
select is(
    (flowfabric.ff_revoke_lane('lane', 'test_tenant', '{claim}')).outcome, 'not_granted',
    'what is not granted is not revoked'
);
select is(
    flowfabric.ff_revoke_lane('never heard of', 'test_tenant'),
    row('never heard of', 'test_tenant', 'not_granted', '{}'::text[])::flowfabric.ff_changed_lane_grant,
    'nor is anything in a lane that is open'
);
-- when the role is dropped, then
drop role test_tenant;
select is(
    flowfabric.ff_revoke_lane('lane', 'test_tenant'),
    row('lane', 'test_tenant', 'revoked', '{}'::text[])::flowfabric.ff_changed_lane_grant,
    'what it was granted can still be revoked'
);
select is_empty($$select * from flowfabric.ff_list_lane_grants('lane')$$, 'and is gone');

select * from finish();
rollback;
