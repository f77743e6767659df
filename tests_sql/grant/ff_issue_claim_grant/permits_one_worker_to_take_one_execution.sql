begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given an execution that needs a GPU; when a scheduler permits worker a to take it; then
do $given$ begin perform pg_temp.submit_number(1, p_required_capabilities => '{gpu}'); end $given$;
create temporary table granted as
select g.*
from flowfabric.ff_issue_claim_grant(
    pg_temp.id(1), 'a', 'a-1', 'lane', '{gpu,ssd}', 60000, 'hash', '{"route": 7}', 'admitted'
) as g;
select is(
    (select to_jsonb(g) - 'grant_key' from granted as g),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "kind": "claim",
        "expires_at": "2030-01-01T12:01:00+00:00",
        "remaining_ms": 60000,
        "lane_id": "lane"
    }',
    'the grant names the execution, and how long it is valid'
);
select results_eq(
    $$
        select
            kind::text, worker_id, worker_instance_id, lane_id, lease_epoch, issued_at, expires_at,
            capability_hash, route_snapshot, admission_summary,
            grant_id = sha256(convert_to((select grant_key from granted), 'UTF8'))
        from flowfabric.ff_claim_grant
    $$,
    $$
        values (
            'claim', 'a', 'a-1', 'lane', 0::bigint, '2030-01-01 12:00:00+00'::timestamptz,
            '2030-01-01 12:01:00+00'::timestamptz, 'hash', '{"route": 7}'::jsonb, 'admitted', true
        )
    $$,
    'the table has the hash of the key and the scheduler''s notes, not the key'
);
select is(
    pg_temp.verdict('ff_claim_execution', 1, (select g.grant_key from granted as g)),
    'initial',
    'the worker redeems the grant'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'the grant is consumed');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
