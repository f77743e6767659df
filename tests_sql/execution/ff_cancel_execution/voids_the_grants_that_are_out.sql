begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given grants of each kind; when the executions are cancelled, and replayed; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 3) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane2'), 0);
    perform pg_temp.claim('x', 1000, 'lane3');
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table granted as
select
    n,
    case n
        when 3 then pg_temp.reclaim_key(n, p_grant_ttl_ms => 60000)
        else pg_temp.grant_key(n, p_grant_ttl_ms => 60000)
    end as grant_key
from generate_series(1, 3) as n;
do $when$
begin
    perform flowfabric.ff_cancel_execution(pg_temp.id(n), 'not needed') from generate_series(1, 3) as n;
end;
$when$;
select is_empty('select * from flowfabric.ff_claim_grant', 'no grant is left');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
do $when$
begin
    perform flowfabric.ff_replay_execution(pg_temp.id(n)) from generate_series(1, 3) as n;
end;
$when$;
select
    is(
        pg_temp.verdict(c.call, g.n, g.grant_key),
        c.verdict,
        c.call
    )
from (
    values
    (1, 'ff_claim_execution', 'ZF301 invalid_claim_grant unknown_grant'),
    (2, 'ff_claim_resumed_execution', 'ZF309 not_a_resumed_execution'),
    (3, 'ff_reclaim_execution', 'not_reclaimable')
) as c (n, call, verdict)
inner join granted as g on c.n = g.n;
select results_eq(
    $$
        select n, c.attempt_type
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_claim('lane' || n, 'b', 'b-1') as c
    $$,
    $$values (1, 'replay'), (2, 'replay'), (3, 'replay')$$,
    'a replayed execution may be claimed by any worker'
);

select * from finish();
rollback;
