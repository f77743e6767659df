-- tests_sql/meta/roles_may_do_what_the_table_says.sql
begin;
select plan(3);
\ir ../lib/clock.sql
set local search_path = flowfabric, public;

-- The table of rights: each public function and each view, called so that the call succeeds, and
-- the group roles that may do it. A new public function needs a row here.
-- given rows of every kind, whose ids and keys `pg_temp.the(name)` returns
create function pg_temp.the(p_name text)
returns text
language sql
as $the$
    select current_setting('test.' || p_name)
$the$;

create function pg_temp.keep(p_name text, p_value text)
returns text
language sql
as $keep$
    select set_config('test.' || p_name, p_value, true)
$keep$;

-- an execution, in a lane of its name
create function pg_temp.submit(p_name text)
returns text
language sql
as $submit$
    select pg_temp.keep(p_name, c.execution_id::text) from ff_create_execution(p_name) as c
$submit$;

create function pg_temp.lease(p_name text)
returns text
language sql
as $lease$
    select c.handle
    from pg_temp.submit(p_name) as s
    cross join ff_claim(p_name, 'a', 'a-1') as c
$lease$;

do $given$
begin
    perform pg_temp.submit('waiting');
    -- of a producer
    perform set_config('role', 'ff_producer', true);
    perform pg_temp.submit('own');
    perform set_config('role', 'none', true);
    perform pg_temp.submit('cancelled');
    perform ff_cancel_execution(pg_temp.the('cancelled')::uuid, 'not needed');
    perform pg_temp.submit('blocked');
    perform ff_block_execution(pg_temp.the('blocked')::uuid, 'paused_by_operator');
    perform pg_temp.submit('held');
    perform
        pg_temp.keep('handle', c.handle), pg_temp.keep('lease_id', c.lease_id::text),
        pg_temp.keep('lease_epoch', c.lease_epoch::text),
        pg_temp.keep('attempt_id', c.attempt_id::text)
    from ff_claim('held', 'a', 'a-1') as c;
    -- an operator holds only what it has claimed
    perform pg_temp.submit('taken');
    perform
        pg_temp.keep('taken_lease_id', c.lease_id::text),
        pg_temp.keep('taken_attempt_id', c.attempt_id::text)
    from ff_issue_grant_and_claim(pg_temp.the('taken')::uuid, 'taken') as c;
    perform pg_temp.keep('own_waitpoint', w.waitpoint_id::text)
    from ff_create_waitpoint(pg_temp.the('handle'), 'own', 60000) as w;
    perform
        pg_temp.keep('waitpoint', s.waitpoints #>> '{0,waitpoint_id}'),
        pg_temp.keep('token', s.waitpoints #>> '{0,token}')
    from ff_suspend(
        pg_temp.lease('suspended'), '{"signal": "approved", "on": "review"}'
    ) as s;

    -- grants of each kind; the execution 'revoked' has none yet
    perform pg_temp.submit('granted');
    perform ff_delay(pg_temp.lease('returned'), 0);
    perform pg_temp.lease('revoked');
    perform ff_revoke_lease(pg_temp.the('revoked')::uuid);
    perform pg_temp.lease('lost');
    perform ff_revoke_lease(pg_temp.the('lost')::uuid);
    perform pg_temp.keep('claim_key', g.grant_key)
    from ff_issue_claim_grant(pg_temp.the('granted')::uuid, 'a', 'a-1') as g;
    perform pg_temp.keep('resume_key', g.grant_key)
    from ff_issue_claim_grant(pg_temp.the('returned')::uuid, 'a', 'a-1') as g;
    perform pg_temp.keep('reclaim_key', g.grant_key)
    from ff_issue_reclaim_grant(pg_temp.the('lost')::uuid, 'a', 'a-1') as g;

    perform pg_temp.keep('flow', f.flow_id::text) from ff_create_flow() as f;
    perform ff_add_execution_to_flow(pg_temp.the('flow')::uuid, pg_temp.submit(m.name)::uuid)
    from unnest(array['first', 'second', 'third']) as m (name);
    perform ff_stage_dependency_edge(
        pg_temp.the('flow')::uuid, pg_temp.keep('edge', gen_random_uuid()::text)::uuid,
        pg_temp.the('first')::uuid, pg_temp.the('second')::uuid
    );

    perform pg_temp.keep('policy', q.quota_policy_id::text)
    from ff_create_quota_policy(gen_random_uuid(), 60000, 10, 10) as q;
    perform pg_temp.keep('budget', b.budget_id::text)
    from ff_create_budget(
        gen_random_uuid(), 'tenant', 'acme',
        p_dimensions => '{tokens}', p_hard_limits => '{100}', p_soft_limits => '{0}'
    ) as b;
    perform pg_temp.keep('limited', c.execution_id::text)
    from ff_create_execution(
        'limited', p_quota_policy_id => pg_temp.the('policy')::uuid,
        p_budget_ids => array[pg_temp.the('budget')::uuid]
    ) as c;

    perform pg_temp.submit('signalled');
    perform ff_grant_lane('signalled', 'public', '{signal}');

    perform ff_register_worker('a', 'a-1', '{lane}');
    perform ff_set_owner('worker', 'a-1', 'ff_worker');
    perform pg_temp.keep('cursor', c.cursor) from ff_create_consumer('consumer') as c;
    perform ff_set_owner('consumer', 'consumer', 'ff_reader');
end;
$given$;

create temporary table may_do (callers text, call text);
insert into may_do (callers, call)
values
-- submit and look at executions
('producer', $$ff_create_execution('lane')$$),
('producer', $$ff_create_executions('lane', array['1', '2']::jsonb[])$$),
('producer worker operator reader', $$ff_describe_execution(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_read_execution_state(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_get_execution_result(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_await_result(
    array[pg_temp.the('waiting')]::uuid[]
)$$),
('producer worker operator reader', $$ff_list_attempts(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_history(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_explain(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_get_execution_tag(pg_temp.the('waiting')::uuid, 'a.b')$$),
('producer worker operator', $$ff_set_execution_tag(pg_temp.the('waiting')::uuid, 'a.b', 'c')$$),
('operator reader', 'ff_find_executions()'),
('operator reader', 'ff_list_executions()'),
-- a worker only with the fence of its lease
('producer operator', $$ff_cancel_execution(pg_temp.the('own')::uuid, 'not needed')$$),
('producer operator', $$ff_reschedule_execution(pg_temp.the('own')::uuid, 0)$$),
('operator', $$ff_replay_execution(pg_temp.the('cancelled')::uuid)$$),
('producer operator', $$ff_cancel_executions('{"lane_id": "lane"}', 'not needed')$$),
('producer operator', $$ff_reschedule_executions('{"lane_id": "lane"}', 0)$$),
('operator', $$ff_replay_executions('{"lane_id": "lane"}')$$),
('operator', $$ff_change_priorities('{"lane_id": "lane"}', 5)$$),
('operator', $$ff_erase_executions('{"lane_id": "lane"}')$$),
('operator', $$ff_change_priority(pg_temp.the('waiting')::uuid, 5)$$),
('operator', $$ff_block_execution(pg_temp.the('waiting')::uuid, 'paused_by_operator')$$),
('operator', $$ff_unblock_execution(pg_temp.the('blocked')::uuid)$$),
-- lanes
('producer worker operator reader', 'ff_list_lanes()'),
('operator', $$ff_register_lane('new lane')$$),
('operator', $$ff_set_lane_state('lane', 'paused')$$),
('operator', $$ff_grant_lane('lane', 'public', '{read}')$$),
('operator', $$ff_revoke_lane('lane', 'public')$$),
('operator reader', 'ff_list_lane_grants()'),
('operator', $$ff_set_owner('consumer', 'consumer', 'ff_worker')$$),
('operator', $$ff_set_default_access('open')$$),
('operator', 'ff_set_default_policy(null)'),
('operator', 'ff_check_page()'),
('operator reader', 'ff_list_budgets()'),
('operator reader', 'ff_list_quota_policies()'),
('operator', $$ff_set_submitter_limit('lane', p_max_unfinished => 1000)$$),
('operator', $$ff_remove_submitter_limit('lane')$$),
('operator', $$ff_list_submitter_limits()$$),
-- claim
('worker', $$ff_claim('lane', 'a', 'a-1')$$),
('worker', $$ff_claim_batch('lane', 'a', 'a-1', 10)$$),
('worker operator', $$ff_next_due_in_ms('lane')$$),
('worker', $$ff_hang_doorbell('a-1', array['lane'])$$),
('worker operator', $$ff_look_ahead(array['lane'])$$),
-- calls with a handle
('worker', $$ff_renew(pg_temp.the('handle'))$$),
('worker', $$ff_renew_batch(array[pg_temp.the('handle')])$$),
('worker', $$ff_progress(pg_temp.the('handle'), 40)$$),
('worker', $$ff_assert_lease(pg_temp.the('handle'))$$),
('worker', $$ff_complete(pg_temp.the('handle'))$$),
('worker', $$ff_complete_batch(array[pg_temp.the('handle')])$$),
('worker', $$ff_fail(pg_temp.the('handle'), 'broken')$$),
('worker', $$ff_delay(pg_temp.the('handle'), 60000)$$),
('worker', $$ff_wait_children(pg_temp.the('handle'))$$),
-- the same calls with explicit ids: here with the fence of a lease that was given to an operator
('worker', $$ff_renew_lease(
    pg_temp.the('held')::uuid, 0, pg_temp.the('lease_id')::uuid,
    pg_temp.the('lease_epoch')::bigint, pg_temp.the('attempt_id')::uuid
)$$),
('worker operator', $$ff_update_progress(
    pg_temp.the('taken')::uuid, 0, pg_temp.the('taken_lease_id')::uuid, 1,
    pg_temp.the('taken_attempt_id')::uuid, 40
)$$),
('worker operator', $$ff_complete_execution(
    pg_temp.the('taken')::uuid, 0, pg_temp.the('taken_lease_id')::uuid, 1,
    pg_temp.the('taken_attempt_id')::uuid
)$$),
('worker operator', $$ff_fail_execution(
    pg_temp.the('taken')::uuid, 0, pg_temp.the('taken_lease_id')::uuid, 1,
    pg_temp.the('taken_attempt_id')::uuid, 'broken'
)$$),
('worker operator', $$ff_delay_execution(
    pg_temp.the('taken')::uuid, 0, pg_temp.the('taken_lease_id')::uuid, 1,
    pg_temp.the('taken_attempt_id')::uuid, 60000
)$$),
('worker operator', $$ff_move_to_waiting_children(
    pg_temp.the('taken')::uuid, 0, pg_temp.the('taken_lease_id')::uuid, 1,
    pg_temp.the('taken_attempt_id')::uuid
)$$),
('operator', $$ff_revoke_lease(pg_temp.the('held')::uuid)$$),
('operator reader', 'ff_list_expired_leases()'),
-- grants: a scheduler, which is an operator, issues them; workers redeem them
('operator', $$ff_claim_for_worker('lane', 'a', 'a-1')$$),
('operator', $$ff_issue_claim_grant(pg_temp.the('waiting')::uuid, 'a', 'a-1')$$),
('operator', $$ff_issue_grant_and_claim(pg_temp.the('waiting')::uuid, 'waiting')$$),
('operator', $$ff_issue_reclaim_grant(pg_temp.the('revoked')::uuid, 'a', 'a-1')$$),
('worker operator reader', $$ff_read_claim_grant_identity(pg_temp.the('granted')::uuid)$$),
('worker operator', $$ff_verify_grant(pg_temp.the('claim_key'), 'a')$$),
('worker', $$ff_claim_execution(
    pg_temp.the('granted')::uuid, pg_temp.the('claim_key'), 'a', 'a-1'
)$$),
('worker', $$ff_claim_resumed_execution(
    pg_temp.the('returned')::uuid, pg_temp.the('resume_key'), 'a', 'a-1'
)$$),
('worker', $$ff_claim_from_resume_grant(pg_temp.the('resume_key'), 'a', 'a-1')$$),
('worker', $$ff_reclaim_execution(
    pg_temp.the('lost')::uuid, pg_temp.the('reclaim_key'), 'a', 'a-1'
)$$),
-- suspension: a token lets nearly every role deliver a signal
('worker', $$ff_suspend(pg_temp.the('handle'), '{"operator_only": true}')$$),
('worker', $$ff_create_waitpoint(pg_temp.the('handle'), 'other', 60000)$$),
('worker', $$ff_close_waitpoint(pg_temp.the('handle'), pg_temp.the('own_waitpoint')::uuid)$$),
('worker', $$ff_observe_signals(pg_temp.the('handle'))$$),
('producer worker operator approver', $$ff_read_waitpoint(
    pg_temp.the('suspended')::uuid, pg_temp.the('waitpoint')::uuid, pg_temp.the('token')
)$$),
('producer worker operator approver', $$ff_deliver_signal(
    pg_temp.the('suspended')::uuid, pg_temp.the('waitpoint')::uuid, pg_temp.the('token'), 'approved'
)$$),
('approver', $$ff_deliver_approval_signal(
    pg_temp.the('suspended')::uuid, pg_temp.the('waitpoint')::uuid, 'approved', 'ada'
)$$),
('operator', $$ff_resume_execution(pg_temp.the('suspended')::uuid)$$),
('operator approver reader', 'ff_list_suspended()'),
('worker operator approver reader', $$ff_list_pending_waitpoints(pg_temp.the('suspended')::uuid)$$),
('operator', $$ff_read_waitpoint_token(
    pg_temp.the('suspended')::uuid, pg_temp.the('waitpoint')::uuid
)$$),
('worker operator', $$ff_expire_suspension(pg_temp.the('suspended')::uuid)$$),
-- steps: in a lane with grants, each role with the right to signal may send one
('worker', $$ff_save_step(pg_temp.the('handle'), 'step')$$),
('producer worker operator reader', $$ff_list_steps(pg_temp.the('waiting')::uuid)$$),
('worker', $$ff_sleep(pg_temp.the('handle'), 'step', 60000)$$),
('worker', $$ff_wait_signal(pg_temp.the('handle'), 'step', 'approved')$$),
('producer worker operator approver', $$ff_send_signal(pg_temp.the('signalled')::uuid, 'go')$$),
('worker', $$ff_spawn(pg_temp.the('handle'), 'step', 'lane')$$),
('worker', $$ff_spawn_batch(
    pg_temp.the('handle'), array['step'], 'lane', array['1']::jsonb[]
)$$),
('worker', $$ff_await_children(pg_temp.the('handle'), 'step')$$),
('producer worker operator reader', $$ff_list_children(pg_temp.the('waiting')::uuid)$$),
('worker', $$ff_continue_as_new(pg_temp.the('handle'))$$),
-- keys that sign tokens and grants
('operator', $$ff_seed_waitpoint_secret('first', repeat('cd', 32))$$),
('operator', $$ff_rotate_waitpoint_secret('second', repeat('ab', 32))$$),
('operator', 'ff_list_waitpoint_keys()'),
-- workers
('worker', $$ff_register_worker('b', 'b-1', '{lane}')$$),
('worker', $$ff_heartbeat_worker('a-1')$$),
('worker', $$ff_unregister_worker('a-1')$$),
('operator', $$ff_mark_worker_dead('a-1', 'gone')$$),
('operator reader', 'ff_list_workers()'),
-- flows
('producer', $$ff_submit_flow('{"nodes": {"a": {"lane": "lane"}}}')$$),
('producer', 'ff_create_flow()'),
('producer', $$ff_add_execution_to_flow(pg_temp.the('flow')::uuid, pg_temp.the('waiting')::uuid)$$),
('producer', $$ff_set_edge_group_policy(
    pg_temp.the('flow')::uuid, pg_temp.the('third')::uuid, 'any_of', null, 'let_run'
)$$),
('producer', $$ff_stage_dependency_edge(
    pg_temp.the('flow')::uuid, gen_random_uuid(), pg_temp.the('first')::uuid,
    pg_temp.the('third')::uuid
)$$),
('producer', $$ff_apply_dependency_to_child(
    pg_temp.the('flow')::uuid, pg_temp.the('edge')::uuid
)$$),
('operator', $$ff_cancel_flow(pg_temp.the('flow')::uuid, 'not needed')$$),
('producer worker operator reader', $$ff_evaluate_flow_eligibility(pg_temp.the('first')::uuid)$$),
('producer worker operator reader', $$ff_describe_flow(pg_temp.the('flow')::uuid)$$),
('operator reader', 'ff_list_flows()'),
('producer worker operator reader', $$ff_describe_edge(
    pg_temp.the('flow')::uuid, pg_temp.the('edge')::uuid
)$$),
('producer worker operator reader', $$ff_list_edges(pg_temp.the('flow')::uuid)$$),
('producer worker operator reader', $$ff_flow_summary(pg_temp.the('flow')::uuid)$$),
('producer worker operator reader', $$ff_flow_diagram(pg_temp.the('flow')::uuid)$$),
('producer worker operator', $$ff_set_flow_tag(pg_temp.the('flow')::uuid, 'a.b', 'c')$$),
('producer worker operator reader', $$ff_get_flow_tag(pg_temp.the('flow')::uuid, 'a.b')$$),
-- limits
('operator', $$ff_create_quota_policy(gen_random_uuid(), 0, 0, 1)$$),
('producer worker operator reader', $$ff_read_quota_policy_limits(
    pg_temp.the('policy')::uuid
)$$),
('worker operator', $$ff_check_admission(
    pg_temp.the('policy')::uuid, pg_temp.the('limited')::uuid
)$$),
('worker operator', $$ff_release_admission(
    pg_temp.the('policy')::uuid, pg_temp.the('limited')::uuid
)$$),
('operator', $$ff_create_budget(gen_random_uuid(), 'tenant', 'acme')$$),
('worker operator', $$ff_report_usage(pg_temp.the('budget')::uuid, '{"tokens": 1}')$$),
('worker operator', $$ff_record_spend(
    pg_temp.the('budget')::uuid, pg_temp.the('limited')::uuid, '{"tokens": 1}'
)$$),
('worker operator', $$ff_reserve_budget(
    pg_temp.the('budget')::uuid, pg_temp.the('limited')::uuid, '{"tokens": 1}'
)$$),
('worker operator', $$ff_release_budget(
    pg_temp.the('budget')::uuid, pg_temp.the('limited')::uuid
)$$),
('operator', $$ff_reset_budget(pg_temp.the('budget')::uuid)$$),
('producer worker operator reader', $$ff_get_budget_status(pg_temp.the('budget')::uuid)$$),
-- events and streams
('operator reader', 'ff_read_events()'),
('operator reader', $$ff_await_events(pg_temp.the('cursor'))$$),
('operator', $$ff_create_consumer('other')$$),
('operator reader', $$ff_read_consumer('consumer')$$),
('operator reader', $$ff_ack_consumer('consumer', pg_temp.the('cursor'))$$),
('operator reader', 'ff_list_consumers()'),
('operator', $$ff_drop_consumer('consumer')$$),
('worker', $$ff_append_frame(pg_temp.the('handle'), p_text => 'x')$$),
('producer worker operator reader', $$ff_read_stream(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_await_frames(pg_temp.the('waiting')::uuid)$$),
('producer worker operator reader', $$ff_read_summary(pg_temp.the('waiting')::uuid)$$),
-- the installation
('operator', 'ff_trim_retention(0)'),
('operator', 'ff_set_event_retention(3600000)'),
('operator', 'ff_recycle_events()'),
('worker operator', 'ff_tick()'),
('operator', 'ff_check()'),
('operator reader', 'ff_overview()'),
('operator reader', 'ff_statistics()'),
('operator reader', 'ff_health()'),
('operator reader', 'ff_metrics()'),
('producer worker operator approver reader', 'ff_version()'),
('producer worker operator approver reader', 'ff_server_time()'),
-- views
('operator reader', 'ff_executions'),
('operator reader', 'ff_attempts'),
('operator reader', 'ff_lanes'),
('operator reader', 'ff_stuck'),
('operator reader', 'ff_throughput'),
('nobody', 'ff_attempt_item'),
('nobody', 'ff_completion_event'),
('nobody', 'ff_due_work'),
('nobody', 'ff_event'),
('nobody', 'ff_event_item'),
('nobody', 'ff_event_log'),
('nobody', 'ff_hidden_lane'),
('nobody', 'ff_lease_event'),
('nobody', 'ff_new_execution'),
('nobody', 'ff_signal_event');

-- when each group role, and a login that has none, tries each call; then
create role test_stranger login;
-- the role if the call succeeds, null if it may not make it, the message of any other error
create function pg_temp.caller(p_role text, p_call text)
returns text
language plpgsql
as $caller$
begin
    perform set_config(
        'role', case p_role when 'stranger' then 'test_stranger' else 'ff_' || p_role end, true
    );
    execute 'select * from flowfabric.' || p_call;
    raise exception 'take back what was written' using errcode = 'P0999';
exception
    when insufficient_privilege or sqlstate 'ZF801' then
        return null;
    when sqlstate 'P0999' then
        return p_role;
    when others then
        return format('(%s: %s)', p_role, sqlerrm);
end;
$caller$;

create function pg_temp.callers(p_call text)
returns text
language sql
as $callers$
    select coalesce(string_agg(pg_temp.caller(r.name, p_call), ' ' order by r.item), 'nobody')
    from unnest(array['producer', 'worker', 'operator', 'approver', 'reader', 'stranger'])
        with ordinality as r (name, item)
$callers$;

select set_eq(
    $$select substring(m.call from '^\w+') from may_do as m$$,
    $$
        select p.proname::text from pg_proc as p
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname ~ '^ff_'
        union all
        select c.relname from pg_class as c
        where c.relnamespace = 'flowfabric'::regnamespace and c.relkind = 'v'
    $$,
    'every public function and every view has a row in the table'
);
select is(
    (select count(m.call) from may_do as m),
    (select count(distinct substring(m.call from '^\w+')) from may_do as m),
    'no call has two rows'
);
select is_empty(
    $$
        select m.call, m.callers as expected, t.callers as found
        from may_do as m
        cross join lateral pg_temp.callers(m.call) as t (callers)
        where m.callers <> t.callers
    $$,
    'each role may do exactly what the table says'
);
select * from finish();
rollback;
