-- tests_sql/doorbell/ff_hang_doorbell/is_rung_by_whatever_makes_work_claimable.sql
begin;
select plan(15);
\ir ../../lib/clock.sql
-- given a worker that sleeps at a lane; when a call makes something claimable there or not; then a
-- ring is owed for the lane, or not
create function pg_temp.rings_of(p_call text) returns text[] language plpgsql as $$
declare
    v_rings text[];
begin
    perform flowfabric.ff_hang_doorbell('sleeper-1', array['emails'], 10000);
    delete from flowfabric.ff_ring_request;
    perform set_config('flowfabric.rung_lane', '', true);
    execute p_call;
    v_rings := array(
        select r.lane_id || ' ' || extract(epoch from r.claimable_at - pg_temp.clock())::integer
        from flowfabric.ff_ring_request as r
        order by r.request_id
    );
    perform pg_temp.advance('1 ms');
    return v_rings;
end
$$;
create function pg_temp.handle() returns text language sql as $$
    select handle from flowfabric.ff_claim('emails', 'worker', 'worker-1')
$$;
select is(
    pg_temp.rings_of($$select flowfabric.ff_create_execution('emails', '1')$$),
    '{"emails 0"}', 'ff_create_execution'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_create_execution('calls', '1')$$),
    '{}', 'in another lane: nobody sleeps there'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_create_execution('emails', '1', p_delay_ms => 9000)$$),
    '{"emails 9"}', 'what is due while the worker sleeps'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_create_execution('emails', '1', p_delay_ms => 10000)$$),
    '{}', 'what is due when it has woken up by itself'
);
select is(
    pg_temp.rings_of(
        $$select flowfabric.ff_create_executions('emails', array['1', '2']::jsonb[])$$
    ),
    '{"emails 0"}', 'one ring for a batch'
);
select is(
    pg_temp.rings_of($$
        select flowfabric.ff_create_executions(
            'emails', array['1', '2']::jsonb[], '{"delay_ms": [5000, 1000]}'
        )
    $$),
    '{"emails 5","emails 1"}', 'another one for what is due before'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_submit_flow('{
        "nodes": {
            "a": {"lane": "emails"}, "b": {"lane": "emails"}, "c": {"lane": "calls", "after": ["a"]}
        }
    }')$$),
    '{"emails 0"}', 'ff_submit_flow, for what is not blocked'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_renew(pg_temp.handle())$$), '{}', 'not ff_renew'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_complete(pg_temp.handle())$$), '{}', 'not ff_complete'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_delay(pg_temp.handle(), 0)$$),
    '{"emails 0"}', 'ff_delay'
);
do $given$ begin perform flowfabric.ff_register_lane('emails', '{
    "retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 2000}}
}'); end $given$;
select is(
    pg_temp.rings_of($$
        select flowfabric.ff_fail(c.handle, 'oops')
        from flowfabric.ff_create_execution('others', '1', p_policy => '{
            "retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 2000}}
        }') as e
        cross join lateral flowfabric.ff_claim('others', 'worker', 'worker-1') as c
    $$),
    '{}', 'not a retry elsewhere'
);
create temporary table held as
select
    e.execution_id,
    c.handle
from flowfabric.ff_create_execution('emails', '1', p_priority => 9000) as e
cross join lateral flowfabric.ff_claim('emails', 'worker', 'worker-1') as c;
select is(
    pg_temp.rings_of($$select flowfabric.ff_revoke_lease(execution_id) from held$$),
    '{"emails 0"}', 'ff_revoke_lease'
);
update held set handle = pg_temp.handle();
select is(
    pg_temp.rings_of($$select flowfabric.ff_fail(handle, 'oops') from held$$),
    '{"emails 2"}', 'ff_fail, for the retry'
);
do $given$ begin
    perform flowfabric.ff_cancel_execution(execution_id, 'not needed') from held;
end $given$;
select is(
    pg_temp.rings_of($$select flowfabric.ff_replay_execution(execution_id) from held$$),
    '{"emails 0"}', 'ff_replay_execution'
);
do $given$ begin perform flowfabric.ff_set_lane_state('emails', 'paused'); end $given$;
select is(
    pg_temp.rings_of($$select flowfabric.ff_set_lane_state('emails', 'active')$$),
    '{"emails 0"}', 'ff_set_lane_state'
);
select * from finish();
rollback;
