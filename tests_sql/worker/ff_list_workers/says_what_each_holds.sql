-- tests_sql/worker/ff_list_workers/says_what_each_holds.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
-- given two workers, of which one holds two leases, has lost one that lapsed, and one that was
-- revoked
do $given$ begin
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}');
    perform flowfabric.ff_register_worker('b', 'b-1', '{lane}');
    perform pg_temp.submit_number(n) from generate_series(1, 6) as n;
    perform flowfabric.ff_claim('lane', 'a', 'a-1', p_lease_ttl_ms => 1000);
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform pg_temp.advance('2 s');
end $given$;
create function pg_temp.held()
returns text
language sql
as $held$
    select string_agg(
        concat_ws(' ', w.worker_instance_id, w.held_count, (
            select string_agg(pg_temp.number(i.id)::text, ',' order by i.id)
            from unnest(w.held_execution_ids) as i (id)
        )), '; ' order by w.worker_instance_id
    )
    from flowfabric.ff_list_workers() as w
$held$;
select is(pg_temp.held(), 'a-1 4 1,2,3,4; b-1 0', 'before ticks have noted the lapse');
do $when$ begin
    perform count(*) from flowfabric.ff_tick();
    perform pg_temp.advance('2 s');
    perform count(*) from flowfabric.ff_tick();
end $when$;
select is(pg_temp.held(), 'a-1 4 1,2,3,4; b-1 0', 'and after');
select is(
    (
        select string_agg(pg_temp.number(e.execution_id)::text, ' ')
        from flowfabric.ff_list_executions('{"worker_instance_id": "a-1"}') as e
    ),
    '4 3 2 1', 'lists by the worker agree'
);
select is(
    (
        select string_agg(pg_temp.number(e.execution_id)::text, ' ')
        from flowfabric.ff_list_executions('{"public_state": "active"}', false) as e
    ),
    '1 2 3 4', 'and lists of what is active'
);
-- when another worker takes them over; then it holds them
do $when$ begin perform count(*) from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 4); end $when$;
select is(pg_temp.held(), 'a-1 2 3,4; b-1 4 1,2,5,6', 'lost executions are taken over');
select * from finish();
rollback;
