-- tests_sql/claim/ff_hang_doorbell/costs_nothing_while_nobody_sleeps.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
-- given no worker ever slept; when an execution is submitted; then no ring is requested
select is_empty(
    $$select r.* from flowfabric.ff_create_execution('emails', '1') as e
    cross join flowfabric.ff_ring_request as r$$,
    'given no worker sleeps'
);
-- given a doorbell that has expired, and the end of all doorbells has passed
select is(
    flowfabric.ff_hang_doorbell('sleeper-1', array['emails', 'calls', 'emails'], 2000),
    (
        array['ff_' || md5('sleeper-1'), 'flowfabric'], pg_temp.clock() + interval '2 s', 2000
    )::flowfabric.ff_hung_doorbell,
    'the result names the channels'
);
select results_eq(
    'select lane_id from flowfabric.ff_doorbell order by lane_id',
    array['calls', 'emails'],
    'there is a doorbell for each lane'
);
do $when$
begin
    perform pg_temp.advance('2 s');
    perform flowfabric.ff_create_execution('emails', '2');
end;
$when$;
select is_empty('select * from flowfabric.ff_ring_request', 'no worker sleeps any more');
do $when$ begin perform flowfabric.ff_hang_doorbell('sleeper-2', array['emails']); end $when$;
select results_eq(
    'select lane_id, worker_instance_id from flowfabric.ff_doorbell order by lane_id',
    $$values ('calls', 'sleeper-1'), ('emails', 'sleeper-2')$$,
    'the next doorbell that is hung in a lane removes the expired one'
);
select * from finish();
rollback;
