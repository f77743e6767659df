-- tests_sql/worker/ff_mark_worker_dead/releases_a_thousand_leases_at_a_time.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/fetched.sql

-- given a worker that holds 1,200 leases, among 3,000 executions that are delayed
do $given$ begin
    perform flowfabric.ff_register_worker('w', 'w-1', '{lane}');
    perform count(*) from flowfabric.ff_create_executions(
        'lane', array_fill('{}'::jsonb, array[1200])
    );
    perform pg_temp.advance('1 s');
    perform count(*) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 1000);
    perform count(*) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 200);
    perform count(*) from flowfabric.ff_create_executions(
        'lane', array_fill('{}'::jsonb, array[3000]), '{"delay_ms": 86400000}'
    );
end $given$;
create function pg_temp.mark()
returns text
language sql
as $mark$
    select m.outcome || ' ' || m.released_count
    from flowfabric.ff_mark_worker_dead('w-1', 'host down', p_release_leases => true) as m
$mark$;
-- when it is marked as dead, again and again; then
select is(pg_temp.mark(), 'marked 1000', 'a call releases a thousand leases');
select is(pg_temp.mark(), 'not_registered 200', 'the next one the others');
select is(pg_temp.mark(), 'not_registered 0', 'then none is left');
-- when a call looks at fewer rows; then
do $lowered$ begin
    execute replace(
        pg_get_functiondef('flowfabric.ff_mark_worker_dead'::regproc), '50000', '500'
    );
end $lowered$;
select cmp_ok(
    pg_temp.cost_of('select pg_temp.mark()'), '<=', 1100::numeric,
    'it does not look at all that is delayed'
);
select * from finish();
rollback;
