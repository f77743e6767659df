-- tests_sql/views/show_the_state_as_it_is_now.sql
-- noqa: disable=LT05
begin;
select plan(10);
\ir ../lib/clock.sql
\ir ../lib/leased_execution.sql
\ir ../lib/proven_events.sql
-- given executions whose stored state is out of date, because time has passed; when the views are
-- read; then
do $given$ begin
    perform pg_temp.lease(p_lease_ttl_ms => 1000);
    perform flowfabric.ff_create_execution('lane', p_delay_ms => 1000, p_tags => '{"acme.team": "blue"}');
    perform flowfabric.ff_create_execution('other', p_deadline_ms => 1000);
end $given$;
select set_eq(
    'select public_state, ownership_state from flowfabric.ff_executions',
    $$values ('active', 'leased'), ('delayed', 'unowned'), ('waiting', 'unowned')$$,
    'given the stored states'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
set local role ff_reader;
set local search_path = public;
select set_eq(
    $$select lane_id, lifecycle_phase, ownership_state, eligibility_state, public_state
    from flowfabric.ff_executions$$,
    $$values
    ('lane', 'active', 'lease_expired_reclaimable', 'not_applicable', 'active'),
    ('lane', 'runnable', 'unowned', 'eligible_now', 'waiting'),
    ('other', 'runnable', 'unowned', 'eligible_now', 'waiting')$$,
    'leases have lapsed, and delays have ended'
);
select is(
    (
        select e.public_state
        from flowfabric.ff_executions as e
        where e.tags ->> 'acme.team' = 'blue'
    ),
    (
        select flowfabric.ff_read_execution_state(e.execution_id)
        from flowfabric.ff_executions as e
        where e.tags ->> 'acme.team' = 'blue'
    ),
    'execution_id is what functions take, and they return the same'
);
select results_eq(
    'select attempt_index, attempt_type, outcome, worker_instance_id from flowfabric.ff_attempts',
    $$values (0, 'initial', null, 'a-1')$$,
    'attempts that have not ended are shown'
);
select results_eq(
    $$select lane_id, state, route_count, due_count, oldest_due_ms, live_worker_count
    from flowfabric.ff_lanes
    order by lane_id$$,
    $$values ('lane', 'active', 1, 2::bigint, 0::bigint, 0::bigint), ('other', 'active', 1, 1, 1000, 0)$$,
    'lanes count due work'
);
select is_empty('select * from flowfabric.ff_stuck', 'no work is stuck yet');
reset role;
do $when$ begin perform pg_temp.advance('1 min'); end $when$;
set local role ff_reader;
select set_eq(
    'select lane_id, why, stuck_ms from flowfabric.ff_stuck',
    $$values
    ('lane', 'lease_lost', 60000::bigint),
    ('lane', 'not_claimed', 60000),
    ('other', 'not_claimed', 61000),
    ('other', 'past_its_deadline', 60000)$$,
    'a minute later all of it is stuck'
);
reset role;
do $when$ begin
    perform flowfabric.ff_complete_batch(array(
        select c.handle from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 2) as c
    ));
    perform pg_temp.prove_events();
end $when$;
set local role ff_reader;
select set_eq(
    $$select lane_id, kind, execution_count, per_second
    from flowfabric.ff_throughput
    where kind <> 'submitted'$$,
    $$values
    ('lane', 'completed', 2::bigint, 0.033),
    ('lane', 'started', 2, 0.033),
    ('lane', 'taken_over', 1, 0.016)$$,
    'batches are counted item by item'
);
reset role;
do $when$ begin perform pg_temp.advance('2 min'); end $when$;
select is_empty(
    'select * from flowfabric.ff_throughput',
    'two minutes later they are not counted any more'
);
select is(
    (select count(*) from flowfabric.ff_executions),
    (select count(*) from flowfabric.ff_exec_core),
    'no execution is left out'
);
select * from finish();
rollback;
