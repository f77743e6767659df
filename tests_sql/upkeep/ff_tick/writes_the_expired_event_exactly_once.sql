begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given leases that lapsed; when several ticks run before a takeover, (1) by a claim, (2) by a
-- batch, (3) by a cancellation, (4) by no call; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_deadline_ms => case n when 4 then 20000 end
    )
    from generate_series(1, 4) as n;
    perform pg_temp.claim('a', 10000, 'lane' || n) from generate_series(1, 4) as n;
    perform pg_temp.advance('10 s');
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.advance('500 ms');
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.advance('10 s');
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.claim('b', p_lane_id => 'lane1');
    perform count(*) from flowfabric.ff_claim_batch('lane2', 'b', 'b-1', 10);
    perform flowfabric.ff_cancel_execution(pg_temp.id(3), 'not needed');
    perform count(*) from flowfabric.ff_tick();
end;
$given$;
select results_eq(
    $$
        select kind, outcome, executions, epochs, worker_id
        from pg_temp.events()
        where kind <> 'acquired'
        order by executions, kind desc
    $$,
    $$
        values
        ('reclaimed', 'none', '{1}', '{2}', 'b'),
        ('expired', 'none', '{1}', '{1}', 'a'),
        ('reclaimed', 'none', '{2}', '{2}', 'b'),
        ('expired', 'none', '{2}', '{1}', 'a'),
        ('expired', 'none', '{3}', '{1}', 'a'),
        ('completed', 'cancelled', '{3}', '{1}', 'a'),
        ('expired', 'none', '{4}', '{1}', 'a'),
        ('completed', 'expired', '{4}', '{1}', 'a')
    $$,
    'each expiry is recorded once'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
