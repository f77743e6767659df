begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given leases of 10 s on attempts of 40 s: (1) to (3) have lapsed, (4) was revoked
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 40000}}'
    )
    from generate_series(1, 4) as n;
    perform pg_temp.claim('x', 10000, 'lane' || n) from generate_series(1, 4) as n;
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform pg_temp.advance('39 s');
end;
$given$;
-- when a grant of a minute is issued a second before the timeout of the attempt; then
select is(
    (
        select array_agg(g.remaining_ms order by n)
        from unnest(array[1, 4]) as n
        cross join lateral flowfabric.ff_issue_reclaim_grant(
            pg_temp.id(n), 'a', 'a-1', p_grant_ttl_ms => 60000
        ) as g
    ),
    '{1000,1000}',
    'it reserves the execution until the timeout'
);
select is(
    (
        select g.remaining_ms
        from flowfabric.ff_claim_for_worker('lane2', 'a', 'a-1', p_grant_ttl_ms => 60000) as g
    ),
    1000::bigint,
    'so it does if an operator issues it'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    (select c.attempt_type from flowfabric.ff_claim('lane1', 'b', 'b-1') as c),
    'reclaim',
    'at the timeout a claim takes the execution'
);
select is(
    (
        select g.remaining_ms
        from flowfabric.ff_issue_reclaim_grant(
            pg_temp.id(3), 'a', 'a-1', p_grant_ttl_ms => 60000
        ) as g
    ),
    60000::bigint,
    'after the timeout a grant is valid for as long as the call says'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
