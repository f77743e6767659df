-- tests_sql/claim/ff_hang_doorbell/is_rung_by_every_call_that_makes_work_claimable.sql
begin;
select plan(22);
\ir ../../lib/clock.sql
-- given a worker that sleeps at a lane; when a call makes something claimable there or not; then a
-- ring is requested for the lane, or not
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
    '{}', 'not in another lane, where no worker sleeps'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_create_execution('emails', '1', p_delay_ms => 9000)$$),
    '{"emails 9"}', 'for work that becomes due while the worker sleeps'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_create_execution('emails', '1', p_delay_ms => 10000)$$),
    '{}', 'not for work that becomes due when it has woken up by itself'
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
    '{"emails 5","emails 1"}', 'another ring for work that is due earlier'
);
select is(
    pg_temp.rings_of($$select flowfabric.ff_submit_flow('{
        "nodes": {
            "a": {"lane": "emails"}, "b": {"lane": "emails"}, "c": {"lane": "calls", "after": ["a"]}
        }
    }')$$),
    '{"emails 0"}', 'ff_submit_flow, for members that are not blocked'
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
    '{}', 'not for a retry in another lane'
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
create function pg_temp.options(p_max_per_window integer) returns jsonb language sql as $$
    select jsonb_build_object('quota_policy_id', i.id)
    from gen_random_uuid() as i (id)
    cross join lateral flowfabric.ff_create_quota_policy(i.id, 3600000, p_max_per_window, 0)
$$;
select is(
    pg_temp.rings_of($$
        select flowfabric.ff_register_lane('emails', p_options => pg_temp.options(1))
    $$),
    '{}', 'not ff_register_lane with new limits'
);
select is(
    pg_temp.rings_of($$
        select flowfabric.ff_register_lane('emails', p_options => '{}')
    $$),
    '{"emails 0"}', 'ff_register_lane without the limits: ticks take long lines apart'
);
-- calls that give a lease back and continue by themselves
do $given$ begin
    perform flowfabric.ff_cancel_execution(e.execution_id, 'not needed')
    from flowfabric.ff_list_executions('{"lane_id": "emails"}') as e
    where e.public_state not in ('completed', 'cancelled');
end; $given$;
create function pg_temp.held(p_deadline_ms bigint default null) returns text language plpgsql as $$
begin
    perform flowfabric.ff_create_execution('emails', '1', p_deadline_ms => p_deadline_ms);
    return pg_temp.handle();
end
$$;
select is(
    pg_temp.rings_of(
        format('select flowfabric.ff_wait_children(%L)', pg_temp.held())
    ),
    '{"emails 0"}', 'ff_wait_children of an execution that waits for nothing'
);
select is(
    pg_temp.rings_of(format(
        $$
            select flowfabric.ff_suspend(
                %L, '{"timeout_only": true}', p_timeout_ms => 4000,
                p_timeout_behavior => 'auto_resume_with_timeout_signal'
            )
        $$,
        pg_temp.handle()
    )),
    '{"emails 4"}', 'ff_suspend, for the timeout that resumes it'
);
select is(
    pg_temp.rings_of(format(
        $$select flowfabric.ff_suspend(%L, '{"operator_only": true}')$$, pg_temp.held()
    )),
    '{}', 'not ff_suspend without a timeout'
);
select is(
    pg_temp.rings_of(format(
        $$select flowfabric.ff_suspend(%L, '{"operator_only": true}', p_timeout_ms => 20000)$$,
        pg_temp.held()
    )),
    '{}', 'not for a timeout after the worker has woken up by itself'
);
-- given a row that a head has passed while a transaction held it
do $given$ begin
    perform pg_temp.advance('1 minute');
    perform flowfabric.ff_tick();
end; $given$;
create temporary table passed as
select e.execution_id from flowfabric.ff_create_execution('emails', '1') as e;
do $given$ begin
    perform pg_temp.advance('1 s');
    insert into flowfabric.ff_head (route_id, era, head_at)
    select r.route_id, a.era, pg_temp.clock()
    from flowfabric.ff_route as r
    cross join (select coalesce(max(m.era), 1) as era from flowfabric.ff_head as m) as a
    where r.lane_id = 'emails';
    insert into flowfabric.ff_debt (execution_id)
    select e.execution_id
    from flowfabric.ff_exec_core as e
    inner join passed as p on p.execution_id = e.execution_id;
end; $given$;
select is(
    pg_temp.rings_of('select flowfabric.ff_tick()'), '{"emails 0"}',
    'a tick that makes the row visible to claims again'
);
select * from finish();
rollback;
