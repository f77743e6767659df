begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given reclaim grants, of which all but (7) are redeemed; when (1) is completed, (2) cancelled,
-- (3) delayed, (4) fails, (5) is cancelled and replayed, (6) runs on, (7) is cancelled; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 7) as n;
    perform pg_temp.claim('x', 1000, 'lane' || n) from generate_series(1, 7) as n;
    perform pg_temp.advance('1 s');
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.reclaim_key(n, p_grant_ttl_ms => 60000) as grant_key
from generate_series(1, 7) as n;
create temporary table redeemed as
select
    g.n,
    r.answer ->> 'outcome' as outcome,
    r.answer ->> 'handle' as handle
from granted as g
cross join lateral pg_temp.redeem('ff_reclaim_execution', g.n, g.grant_key) as r (answer)
where g.n < 7;
do $when$
begin
    perform flowfabric.ff_complete(r.handle) from redeemed as r where r.n = 1;
    perform flowfabric.ff_cancel_execution(pg_temp.id(2), 'not needed');
    perform flowfabric.ff_delay(r.handle, 1000) from redeemed as r where r.n = 3;
    perform flowfabric.ff_fail(r.handle, 'broken', 'permanent') from redeemed as r where r.n = 4;
    perform flowfabric.ff_cancel_execution(pg_temp.id(5), 'not needed');
    perform flowfabric.ff_replay_execution(pg_temp.id(5));
    perform flowfabric.ff_cancel_execution(pg_temp.id(7), 'not needed');
end;
$when$;
select pg_temp.stored() as before
\gset
select
    is(
        concat_ws(' ', r.answer ->> 'outcome', r.answer ->> 'detail'),
        c.outcome,
        format('%s: the execution is %s', c.n, flowfabric.ff_read_execution_state(pg_temp.id(c.n)))
    )
from (
    values
    (1, 'grant_not_found unknown_grant'),
    (2, 'grant_not_found unknown_grant'),
    (3, 'grant_not_found unknown_grant'),
    (4, 'grant_not_found unknown_grant'),
    (5, 'grant_not_found unknown_grant'),
    (6, 'grant_not_found unknown_grant'),
    -- this one was never redeemed: its execution ended before
    (7, 'not_reclaimable the execution is cancelled')
) as c (n, outcome)
inner join granted as g on c.n = g.n
cross join lateral pg_temp.redeem('ff_reclaim_execution', c.n, g.grant_key) as r (answer)
order by c.n;
do $when$ begin perform pg_temp.advance('60 s'); end $when$;
select is(
    (
        select
            string_agg(
                pg_temp.verdict('ff_reclaim_execution', g.n, g.grant_key), ',' order by g.n
            )
        from granted as g
    ),
    'grant_not_found,grant_not_found,grant_not_found,grant_not_found,grant_not_found'
    || ',grant_not_found,grant_not_found',
    'no grant is found after its time'
);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
