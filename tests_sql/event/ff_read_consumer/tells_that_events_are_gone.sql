begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

do $given$ begin
    perform flowfabric.ff_create_consumer('c', p_max_lag_ms => 1);
    perform flowfabric.ff_read_consumer('c');
end $given$;
select setval('flowfabric.ff_event_floor', :first_id) as floor
\gset
select throws_ok(
    $$select flowfabric.ff_read_consumer('c')$$, 'ZF710', null, 'it was left behind, and is told'
);
select lives_ok(
    format($$select flowfabric.ff_ack_consumer('c', 'e1:%s:0')$$, :first_id + 1),
    'it may go on where there is no gap'
);

select * from finish();
rollback;
