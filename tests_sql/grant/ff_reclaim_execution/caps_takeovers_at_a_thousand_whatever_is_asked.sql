begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given an execution without a policy that was taken over (by hand) 100 times, one with a cap of
-- 1000 that was taken over 1000 times, and one that was taken over 999 times; then
do $given$
begin
    perform pg_temp.submit_number(1, 'lane1');
    perform pg_temp.submit_number(2, 'lane2', p_policy => '{"max_reclaim_count": 1000}');
    perform pg_temp.submit_number(3, 'lane3', p_policy => '{"max_reclaim_count": 1000}');
    perform pg_temp.claim('x', 1000, 'lane' || n) from generate_series(1, 3) as n;
    perform pg_temp.advance('1 s');
    update flowfabric.ff_exec_core
    set lease_reclaim_count = case pg_temp.number(execution_id) when 1 then 100 else 999 end;
end;
$given$;
create temporary table granted as
select
    n,
    pg_temp.reclaim_key(n) as grant_key
from generate_series(1, 3) as n;
do $given$
begin
    update flowfabric.ff_exec_core set lease_reclaim_count = 1000
    where pg_temp.number(execution_id) = 2;
end;
$given$;
select results_eq(
    $$
        select
            g.n,
            pg_temp.verdict('ff_reclaim_execution', g.n, g.grant_key)
        from granted as g
        order by g.n
    $$,
    $$values (1, 'reclaim_cap_exceeded'), (2, 'reclaim_cap_exceeded'), (3, 'claimed')$$,
    'the cap is 100 by default, and never more than 1000'
);

select * from finish();
rollback;
