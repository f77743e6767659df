begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given a lane with work in each state; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
    perform flowfabric.ff_set_lane_state('lane' || n, (array['active', 'paused', 'draining', 'disabled'])[n])
    from generate_series(1, 4) as n;
end;
$given$;
select results_eq(
    $$
        select g.lane_id
        from generate_series(1, 4) as n
        cross join lateral flowfabric.ff_claim_for_worker('lane' || n, 'a', 'a-1') as g
    $$,
    $$values ('lane1'), ('lane3')$$,
    'only active and draining lanes hand out work'
);

select * from finish();
rollback;
