begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given the key of a resume grant, but the execution was taken by a plain claim, and waits for its
-- retry now, or for the end of another delay; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}'
    )
    from generate_series(1, 2) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane' || n), 0)
    from generate_series(1, 2) as n;
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.grant_key(n, p_grant_ttl_ms => 60000) as grant_key
from generate_series(1, 2) as n;
create temporary table held as
select
    g.n,
    pg_temp.redeem('ff_claim_resumed_execution', g.n, g.grant_key) ->> 'handle' as handle
from granted as g;
do $given$
begin
    perform flowfabric.ff_fail(h.handle, 'broken') from held as h where h.n = 1;
    perform flowfabric.ff_delay(h.handle, 0) from held as h where h.n = 2;
end;
$given$;
select
    is(
        pg_temp.verdict('ff_claim_from_resume_grant', g.n, g.grant_key),
        c.verdict,
        c.description
    )
from (
    values
    (1, 'ZF309 not_a_resumed_execution', 'an execution that waits for its retry'),
    (2, 'ZF301 invalid_claim_grant unknown_grant', 'an execution that was handed back once more')
) as c (n, verdict, description)
inner join granted as g on c.n = g.n;

select * from finish();
rollback;
