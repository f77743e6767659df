-- noqa: disable=LT02,LT05,LT09,LT14,RF05,AL03
begin;
select plan(6);
\ir ../../lib/errors.sql

create role test_tenant;
select flowfabric.ff_grant_lane('lane', 'test_tenant', '{submit,claim,read}')
\g /dev/null
-- when some rights are revoked, one of which was not granted; then
select is(
    flowfabric.ff_revoke_lane('lane', 'test_tenant', '{claim,operate}', 'done', 'ada'),
    row('lane', 'test_tenant', 'revoked', '{read,submit}'::text[])::flowfabric.ff_changed_lane_grant,
    'the other rights stay'
);
select results_eq(
    $$select e.details - 'session_user' - 'role'
    from flowfabric.ff_operator_event as e where e.kind = 'lane_revoked'$$,
    $$values ('{"actor": "ada", "reason": "done", "lane_id": "lane", "grantee": "test_tenant", "verbs": ["claim", "operate"]}'::jsonb)$$,
    'an event records it'
);
select is(
    (flowfabric.ff_revoke_lane('lane', 'test_tenant', '{claim}')).outcome, 'not_granted',
    'a right that was not granted is not revoked'
);
select is(
    flowfabric.ff_revoke_lane('never heard of', 'test_tenant'),
    row('never heard of', 'test_tenant', 'not_granted', '{}'::text[])::flowfabric.ff_changed_lane_grant,
    'no right is revoked in an open lane'
);
-- when the role is dropped, then
drop role test_tenant;
select is(
    flowfabric.ff_revoke_lane('lane', 'test_tenant'),
    row('lane', 'test_tenant', 'revoked', '{}'::text[])::flowfabric.ff_changed_lane_grant,
    'the dropped role''s rights can still be revoked'
);
select is_empty($$select * from flowfabric.ff_list_lane_grants('lane')$$,
'they are listed no more');

select * from finish();
rollback;
