begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given (1) a lease of 10 s, (2) a revoked lease; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
    perform pg_temp.claim('x', 10000, 'lane1');
    perform pg_temp.claim('x', 60000, 'lane2');
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform pg_temp.advance('9999999 us');
end;
$given$;
select results_eq(
    $$
        select outcome, detail, grant_key
        from flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'a', 'a-1')
    $$,
    $$values ('not_reclaimable', 'its lease is live', null)$$,
    'a microsecond before its expiry a lease is live: no grant'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
create temporary table granted as
select
    i.n,
    g.*
from generate_series(1, 2) as i (n)
cross join lateral flowfabric.ff_issue_reclaim_grant(
    pg_temp.id(i.n), 'a', 'a-1', 'lane' || i.n, '{}', 7000, 'hash', '{"route": 7}', 'admitted'
) as g;
select results_eq(
    $$select to_jsonb(g) - 'grant_key' from granted as g$$,
    $$
        select jsonb_build_object(
            'n', n,
            'outcome', 'granted',
            'execution_id', pg_temp.id(n),
            'kind', 'reclaim',
            'expires_at', '2030-01-01T12:00:17+00:00',
            'remaining_ms', 7000,
            'lane_id', 'lane' || n,
            'detail', null,
            'reclaim_count', 0
        )
        from generate_series(1, 2) as n
    $$,
    'from its expiry on a grant is issued, and at once for the revoked one'
);
select results_eq(
    $$
        select kind::text, worker_id, lease_epoch, capability_hash, route_snapshot, admission_summary
        from flowfabric.ff_claim_grant
        where pg_temp.number(execution_id) = 1
    $$,
    $$values ('reclaim', 'a', 1::bigint, 'hash', '{"route": 7}'::jsonb, 'admitted')$$,
    'the scheduler''s notes are stored'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select results_eq(
    $$
        select pg_temp.verdict('ff_reclaim_execution', g.n, g.grant_key)
        from granted as g
    $$,
    $$values ('claimed'), ('claimed')$$,
    'the worker redeems the grant'
);

select * from finish();
rollback;
