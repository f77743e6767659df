begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given debts on executions that are (1) granted, (2) delayed, (3) held, (4) lapsed and granted,
-- (5) waiting for a moment of a clock that was set back since, (6) revoked at such a moment; all of
-- them in merged routes; when the debts are settled; then
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_delay_ms => case n when 2 then 60000 end
    )
    from generate_series(1, 6) as n;
    perform pg_temp.claim('x', 60000, 'lane3');
    perform pg_temp.claim('x', 1000, 'lane4');
    perform pg_temp.claim('x', 60000, 'lane6');
    perform flowfabric.ff_revoke_lease(pg_temp.id(6));
    perform pg_temp.advance('1 s');
    perform pg_temp.grant_key(1);
    perform pg_temp.reclaim_key(4);
    update flowfabric.ff_exec_core
    set claimable_at = '2030-01-01 13:00:00+00'
    where pg_temp.number(execution_id) in (5, 6);
    insert into flowfabric.ff_route (lane_id, required_capabilities, priority)
    select r.lane_id, r.required_capabilities, r.priority
    from flowfabric.ff_route as r;
    update flowfabric.ff_route as r
    set
        merged_into = (
            select max(n.route_id) from flowfabric.ff_route as n where n.lane_id = r.lane_id
        ),
        merged_by = '3',
        merged_at = '2030-01-01 12:00:00+00'
    where exists (
        select 1
        from flowfabric.ff_route as n
        where n.lane_id = r.lane_id and n.route_id > r.route_id
    );
    insert into flowfabric.ff_debt (execution_id)
    select e.execution_id from flowfabric.ff_exec_core as e;
    perform set_config('search_path', 'flowfabric, public', true);
    perform flowfabric._settle_debts(0, 100, 'infinity');
end;
$given$;
select results_eq(
    $$
        select n, d.claimable_at
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, '2030-01-01 12:00:06+00'::timestamptz),
        (2, '2030-01-01 12:01:00+00'),
        (3, '2030-01-01 12:01:00+00'),
        (4, '2030-01-01 12:00:06+00'),
        (5, '2030-01-01 12:00:01+00'),
        (6, '2030-01-01 12:00:01+00')
    $$,
    'rows that wait for a moment keep it, and the others are due now'
);
select is_empty(
    $$
        select pg_temp.number(e.execution_id)
        from flowfabric.ff_exec_core as e
        inner join flowfabric.ff_route as r on r.route_id = e.route_id
        where r.merged_into is not null
    $$,
    'the rows are in the routes in use'
);
select is_empty('select * from flowfabric.ff_debt', 'the debts are removed');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
