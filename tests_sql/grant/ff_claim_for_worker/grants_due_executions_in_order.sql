begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given (1) and (2) with priority 0, (3) with priority 7; when a scheduler asks four times; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(2);
    perform pg_temp.submit_number(3, p_priority => 7, p_namespace => 'tenant');
end;
$given$;
create temporary table granted as
select
    i.item,
    g.*
from generate_series(1, 4) as i (item)
cross join lateral flowfabric.ff_claim_for_worker(
    'lane', 'a', 'a-1', p_grant_ttl_ms => 4000 + i.item
) as g;

select is(
    (
        select to_jsonb(g) - 'grant_key' from granted as g
        where g.item = 1
    ),
    '{
        "item": 1,
        "execution_id": "00000000-0000-7000-8000-000000000003",
        "kind": "claim",
        "expires_at": "2030-01-01T12:00:05.001+00:00",
        "remaining_ms": 4001,
        "lane_id": "lane"
    }',
    'the grant names the execution, and how long it is valid'
);
select results_eq(
    'select item, execution_id from granted order by item',
    $$values (1, pg_temp.id(3)), (2, pg_temp.id(1)), (3, pg_temp.id(2))$$,
    'the highest priority comes first, then the longest due; without work there is no row'
);
select
    matches(
        g.grant_key,
        '^ff1-claim[.]00000000-0000-7000-8000-000000000003[.]0[.]1893499205001000'
        || '[.]installed:[0-9a-f]{64}$',
        'the key begins with the execution id'
    )
from granted as g
where g.item = 1;
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select results_eq(
    $$
        select pg_temp.verdict('ff_claim_execution', pg_temp.number(g.execution_id), g.grant_key)
        from granted as g
        order by g.item
    $$,
    $$values ('initial'), ('initial'), ('initial')$$,
    'each grant is redeemed'
);

select * from finish();
rollback;
