-- noqa: disable=LT02,LT05,LT09,AL03,AL08
-- A restricted lane, "vault", with rows of every kind, and a call of every public function that
-- concerns it. Needs errors.sql, leased_execution.sql, proven_events.sql, suspensions.sql and
-- roles.sql.
\set QUIET on
select * from flowfabric.ff_register_lane('vault') \g /dev/null
create temporary table vault (name text primary key, value text not null);
grant select on vault to public;

create function pg_temp.vault(p_name text)
returns text
language sql
as $vault$
    select v.value from vault as v where v.name = p_name
$vault$;

-- submitted in the order of their names, so a claim takes the next
insert into vault
select 'done', c.execution_id
from flowfabric.ff_create_execution('vault', '{"secret": "of the vault"}') as c;
do $do$ begin perform flowfabric.ff_complete(pg_temp.claim(p_lane_id => 'vault'), '"secret"'); end $do$;

insert into vault
select 'lapsed', c.execution_id from flowfabric.ff_create_execution('vault', '{}') as c;
insert into vault
select 'lapsed handle', pg_temp.claim(p_lane_id => 'vault', p_lease_ttl_ms => 1);
insert into vault
select 'held', c.execution_id
from pg_sleep(0.01), flowfabric.ff_create_execution('vault', '{}', p_priority => 9) as c;
insert into vault
select 'handle', pg_temp.claim(p_lane_id => 'vault');
insert into vault
select 'parked', c.execution_id
from flowfabric.ff_create_execution('vault', '{}', p_priority => 9) as c;
do $do$ begin perform pg_temp.suspend(pg_temp.claim(p_lane_id => 'vault')); end $do$;
insert into vault
select 'waitpoint', pg_temp.waitpoint(pg_temp.vault('parked')::uuid);
insert into vault
select 'token', pg_temp.token(pg_temp.vault('parked')::uuid);
insert into vault
select 'granted', c.execution_id
from flowfabric.ff_create_execution('vault', '{}') as c;
insert into vault
select 'claim key', g.grant_key
from flowfabric.ff_issue_claim_grant(pg_temp.vault('granted')::uuid, 'a', 'a-1') as g;
insert into vault
select 'interrupted', c.execution_id
from flowfabric.ff_create_execution('vault', '{}', p_priority => 9) as c;
do $do$ begin perform flowfabric.ff_delay(pg_temp.claim(p_lane_id => 'vault'), 0); end $do$;
insert into vault
select 'resume key', g.grant_key
from flowfabric.ff_issue_claim_grant(pg_temp.vault('interrupted')::uuid, 'a', 'a-1') as g;
insert into vault
select 'reclaim key', g.grant_key
from flowfabric.ff_issue_reclaim_grant(pg_temp.vault('lapsed')::uuid, 'a', 'a-1') as g;
insert into vault
select 'waiting', c.execution_id from flowfabric.ff_create_execution('vault', '{}') as c;
-- a parent in an open lane, with a child in the vault
insert into vault
select 'parent', c.execution_id
from flowfabric.ff_create_execution('open', '{}', p_kind => 'parent') as c;
insert into vault
select 'open handle', pg_temp.claim('p', p_lane_id => 'open');
insert into vault
select 'child', c.execution_id
from flowfabric.ff_spawn(pg_temp.vault('open handle'), 'child', 'vault') as c;
insert into vault
select 'flow', f.flow_id::text
from flowfabric.ff_submit_flow(
    '{"nodes": {"a": {"lane": "vault"}, "b": {"lane": "vault", "after": ["a"]}}}'
) as f;
insert into vault
select n.node, n.execution_id
from flowfabric.ff_flow_member as n;
insert into vault
select 'edge', d.edge_id::text from flowfabric.ff_edge as d;
insert into vault
select 'quota', q.quota_policy_id::text
from flowfabric.ff_create_quota_policy(gen_random_uuid(), 1000, 5, 5) as q;
insert into vault
select 'budget', b.budget_id::text
from flowfabric.ff_create_budget(
    gen_random_uuid(), 'tenant', 'acme', p_dimensions => '{tokens}', p_hard_limits => '{9}',
    p_soft_limits => '{0}'
) as b;
do $do$ begin
    perform flowfabric.ff_register_worker('vaulter', 'vaulter-1', '{vault}');
    perform flowfabric.ff_append_frame(pg_temp.vault('handle'), p_text => 'secret');
    perform flowfabric.ff_grant_lane('vault', 'ff_owner', '{submit,claim,read,signal,approve,operate}');
end $do$;
-- the rows of this transaction, events included, can be read
do $do$ begin perform pg_temp.prove_events(); end $do$;

-- The calls that each right permits. A statement returns 'hidden' or 'ZF801' when it leaves out
-- rows of the lane without raising an error.
create temporary table lane_call (function_name text, verbs text, statement text);
grant select on lane_call to public;
insert into lane_call (function_name, verbs, statement)
select c.function_name, c.verbs, replace(replace(replace(replace(replace(
    c.statement,
    'LEASE', format(
        '%L, %s, %L, %s, %L',
        pg_temp.execution_of(pg_temp.vault('handle')),
        0,
        split_part(pg_temp.vault('handle'), ':', 2),
        split_part(pg_temp.vault('handle'), ':', 3)::bigint,
        pg_temp.attempt_of(pg_temp.vault('handle'))
    )),
    'HANDLE', quote_literal(pg_temp.vault('handle'))),
    'FLOW', quote_literal(pg_temp.vault('flow'))),
    'QUOTA', quote_literal(pg_temp.vault('quota'))),
    'BUDGET', quote_literal(pg_temp.vault('budget')))
from (
    values
    -- submitting
    ('ff_create_execution', 'submit', $$select ff_create_execution('vault', '{}')$$),
    ('ff_create_execution', 'submit', $$select ff_create_execution('vault', '{}', p_priority => 7)$$),
    ('ff_create_execution', 'submit', $$select ff_create_execution('vault', p_idempotency_key => 'k')$$),
    ('ff_create_execution', 'submit',
        $$select ff_create_execution('vault', p_execution_id => pg_temp.vault('done')::uuid)$$),
    ('ff_create_execution', 'submit', $$select ff_create_execution('open', p_flow_id => FLOW)$$),
    ('ff_create_executions', 'submit', $$select ff_create_executions('vault', '{1,2}')$$),
    ('ff_create_executions', 'submit',
        $$select ff_create_executions('vault', '{1}', '{"idempotency_key": ["k"]}')$$),
    ('ff_submit_flow', 'submit', $$select ff_submit_flow('{"nodes": {"n": {"lane": "vault"}}}')$$),
    -- these need submit, and read
    ('ff_submit_flow', 'two of them',
        $$select ff_submit_flow(
            '{"nodes": {"n": {"lane": "vault"}, "m": {"lane": "open", "after": ["n"], "input_from": "n"}}}'
        )$$),
    ('ff_add_execution_to_flow', 'submit',
        $$select ff_add_execution_to_flow((ff_create_flow()).flow_id, pg_temp.vault('waiting')::uuid)$$),
    ('ff_add_execution_to_flow', 'submit',
        $$select ff_add_execution_to_flow(FLOW, (ff_create_execution('open')).execution_id)$$),
    ('ff_set_edge_group_policy', 'submit',
        $$select ff_set_edge_group_policy(FLOW, pg_temp.vault('b')::uuid, 'all_of')$$),
    ('ff_stage_dependency_edge', 'submit',
        $$select ff_stage_dependency_edge(FLOW, gen_random_uuid(), pg_temp.vault('a')::uuid, pg_temp.vault('b')::uuid)$$),
    ('ff_stage_dependency_edge', 'read operate',
        $$select ff_stage_dependency_edge(
            (ff_create_flow()).flow_id, gen_random_uuid(), pg_temp.vault('done')::uuid,
            (ff_create_execution('open')).execution_id, p_input_name => 'x'
        )$$),
    ('ff_apply_dependency_to_child', 'submit', $$select ff_apply_dependency_to_child(FLOW, pg_temp.vault('edge')::uuid)$$),
    ('ff_set_flow_tag', 'submit claim operate', $$select ff_set_flow_tag(FLOW, 'a.key', 'v')$$),
    ('ff_set_execution_tag', 'submit claim operate',
        $$select ff_set_execution_tag(pg_temp.vault('done')::uuid, 'a.key', 'v')$$),
    -- claiming, and holding
    ('ff_claim', 'claim', $$select ff_claim('vault', 'w', 'w-1')$$),
    ('ff_claim', 'claim', $$select ff_claim('vault', 'w', 'w-1', '{none}', p_attempt_timeout_ms => 1000)$$),
    ('ff_claim_batch', 'claim', $$select ff_claim_batch('vault', 'w', 'w-1', 3)$$),
    ('ff_next_due_in_ms', 'claim read operate', $$select ff_next_due_in_ms('vault')$$),
    ('ff_register_worker', 'claim', $$select ff_register_worker('w', 'w-1', '{open,vault}')$$),
    ('ff_unregister_worker', 'any', $$select ff_unregister_worker('x')$$),
    ('ff_heartbeat_worker', 'claim',
        $$select (ff_heartbeat_worker('x', p_handles => array[HANDLE])).renewals #>> '{0,error_code}'$$),
    ('ff_hang_doorbell', 'claim', $$select ff_hang_doorbell('w-1', '{open,vault}')$$),
    ('ff_look_ahead', 'claim read operate', $$select ff_look_ahead('{open,vault}')$$),
    ('ff_append_frame', 'claim', $$select ff_append_frame(HANDLE, p_text => 'more')$$),
    ('ff_renew', 'claim', $$select ff_renew(HANDLE)$$),
    ('ff_renew_batch', 'claim', $$select error_code from ff_renew_batch(array[HANDLE])$$),
    ('ff_assert_lease', 'claim', $$select ff_assert_lease(HANDLE)$$),
    ('ff_progress', 'claim', $$select ff_progress(HANDLE, 5)$$),
    ('ff_complete', 'claim', $$select ff_complete(HANDLE)$$),
    ('ff_complete', 'claim', $$select ff_complete(pg_temp.vault('lapsed handle'))$$),
    ('ff_complete_batch', 'claim', $$select error_code from ff_complete_batch(array[HANDLE])$$),
    ('ff_fail', 'claim', $$select ff_fail(HANDLE, 'reason')$$),
    ('ff_delay', 'claim', $$select ff_delay(HANDLE, 5)$$),
    ('ff_wait_children', 'claim', $$select ff_wait_children(HANDLE)$$),
    -- steps
    ('ff_save_step', 'claim', $$select ff_save_step(HANDLE, 's')$$),
    ('ff_sleep', 'claim', $$select ff_sleep(HANDLE, 's', 5)$$),
    ('ff_wait_signal', 'claim', $$select ff_wait_signal(HANDLE, 's', 'go')$$),
    ('ff_await_children', 'claim', $$select ff_await_children(HANDLE, 's')$$),
    ('ff_continue_as_new', 'claim', $$select ff_continue_as_new(HANDLE)$$),
    ('ff_spawn', 'claim', $$select ff_spawn(HANDLE, 's', 'open')$$),
    ('ff_spawn', 'submit', $$select ff_spawn(pg_temp.vault('open handle'), 's', 'vault')$$),
    ('ff_spawn_batch', 'claim', $$select ff_spawn_batch(HANDLE, '{s}', 'open', '{1}')$$),
    ('ff_spawn_batch', 'submit',
        $$select ff_spawn_batch(pg_temp.vault('open handle'), '{s,t}', 'vault', '{1,2}')$$),
    ('ff_create_execution', 'submit operate',
        $$select ff_create_execution(
            'open', p_policy => '{"on_failure": {"kind": "k", "lane_id": "vault"}}'
        )$$),
    ('ff_list_steps', 'claim read operate', $$select ff_list_steps(pg_temp.vault('held')::uuid)$$),
    ('ff_list_children', 'claim read operate',
        $$select ff_list_children(pg_temp.vault('held')::uuid)$$),
    ('ff_list_children', 'submit read operate',
        $$select case when c.public_state is null then 'hidden' end
        from ff_list_children(pg_temp.vault('parent')::uuid) as c$$),
    ('ff_send_signal', 'signal', $$select ff_send_signal(pg_temp.vault('held')::uuid, 'go')$$),
    ('ff_await_result', 'read operate',
        $$select ff_await_result(array[pg_temp.vault('done')]::uuid[])$$),
    ('ff_suspend', 'claim', $$select ff_suspend(HANDLE, '{"signal": "s", "on": "w"}')$$),
    ('ff_create_waitpoint', 'claim', $$select ff_create_waitpoint(HANDLE, 'w', 1000)$$),
    ('ff_close_waitpoint', 'claim', $$select ff_close_waitpoint(HANDLE, gen_random_uuid())$$),
    ('ff_observe_signals', 'claim', $$select ff_observe_signals(HANDLE)$$),
    ('ff_renew_lease', 'claim', $$select ff_renew_lease(LEASE)$$),
    ('ff_update_progress', 'claim', $$select ff_update_progress(LEASE)$$),
    ('ff_complete_execution', 'claim', $$select ff_complete_execution(LEASE)$$),
    ('ff_fail_execution', 'claim', $$select ff_fail_execution(LEASE, 'reason')$$),
    ('ff_delay_execution', 'claim', $$select ff_delay_execution(LEASE, 5)$$),
    ('ff_move_to_waiting_children', 'claim', $$select ff_move_to_waiting_children(LEASE)$$),
    ('ff_complete_execution', 'operate',
        $$select ff_complete_execution(LEASE, p_source => 'operator_override')$$),
    ('ff_complete_execution', 'operate',
        $$select ff_complete_execution(
            pg_temp.vault('held')::uuid, null, null, null, null, p_source => 'operator_override'
        )$$),
    ('ff_cancel_execution', 'claim operate',
        $$select ff_cancel_execution(
            pg_temp.vault('held')::uuid, 'r', 'lease_holder', gen_random_uuid(), 1, gen_random_uuid()
        )$$),
    ('ff_claim_execution', 'claim',
        $$select ff_claim_execution(pg_temp.vault('granted')::uuid, pg_temp.vault('claim key'), 'a', 'a-1')$$),
    ('ff_claim_resumed_execution', 'claim',
        $$select ff_claim_resumed_execution(pg_temp.vault('interrupted')::uuid, pg_temp.vault('resume key'), 'a', 'a-1')$$),
    ('ff_claim_from_resume_grant', 'claim',
        $$select ff_claim_from_resume_grant(pg_temp.vault('resume key'), 'a', 'a-1')$$),
    ('ff_reclaim_execution', 'claim',
        $$select ff_reclaim_execution(pg_temp.vault('lapsed')::uuid, pg_temp.vault('reclaim key'), 'a', 'a-1')$$),
    ('ff_verify_grant', 'claim operate', $$select ff_verify_grant(pg_temp.vault('claim key'), 'a')$$),
    ('ff_expire_suspension', 'claim operate', $$select ff_expire_suspension(pg_temp.vault('parked')::uuid)$$),
    -- limits
    ('ff_check_admission', 'claim operate', $$select ff_check_admission(QUOTA, pg_temp.vault('waiting')::uuid)$$),
    ('ff_release_admission', 'claim operate', $$select ff_release_admission(QUOTA, pg_temp.vault('waiting')::uuid)$$),
    ('ff_record_spend', 'claim operate',
        $$select ff_record_spend(BUDGET, pg_temp.vault('held')::uuid, '{"tokens": 1}')$$),
    ('ff_reserve_budget', 'claim operate',
        $$select ff_reserve_budget(BUDGET, pg_temp.vault('held')::uuid, '{"tokens": 1}')$$),
    ('ff_release_budget', 'claim operate', $$select ff_release_budget(BUDGET, pg_temp.vault('held')::uuid)$$),
    -- reading
    ('ff_describe_execution', 'read operate', $$select ff_describe_execution(pg_temp.vault('done')::uuid)$$),
    ('ff_read_execution_state', 'read operate', $$select ff_read_execution_state(pg_temp.vault('done')::uuid)$$),
    ('ff_get_execution_result', 'read operate', $$select ff_get_execution_result(pg_temp.vault('done')::uuid)$$),
    ('ff_get_execution_tag', 'read operate', $$select ff_get_execution_tag(pg_temp.vault('done')::uuid, 'a.key')$$),
    ('ff_read_stream', 'read operate', $$select ff_read_stream(pg_temp.vault('held')::uuid)$$),
    ('ff_read_summary', 'read operate', $$select ff_read_summary(pg_temp.vault('held')::uuid)$$),
    ('ff_await_frames', 'read operate', $$select ff_await_frames(pg_temp.vault('held')::uuid)$$),
    ('ff_explain', 'read operate', $$select ff_explain(pg_temp.vault('held')::uuid)$$),
    ('ff_overview', 'read operate',
        $$select case count(*) when 0 then 'hidden' end from ff_overview() where lane_id = 'vault'$$),
    ('ff_statistics', 'read operate', $$select count(*) from ff_statistics('vault')$$),
    ('ff_statistics', 'read operate',
        $$select case count(*) when 0 then 'hidden' end from ff_statistics() where lane_id = 'vault'$$),
    ('ff_read_events', 'read operate',
        $$select case count(*) when 0 then 'hidden' end
        from ff_read_events() as p
        cross join jsonb_array_elements(p.events) as e (event)
        where e.event ->> 'execution_id' = pg_temp.vault('done')$$),
    ('ff_read_consumer', 'read operate',
        $$select case count(*) when 0 then 'hidden' end
        from ff_create_consumer('all') as c
        cross join lateral ff_read_consumer(c.consumer) as p
        cross join jsonb_array_elements(p.events) as e (event)
        where e.event ->> 'execution_id' = pg_temp.vault('done')$$),
    ('ff_list_attempts', 'read operate', $$select ff_list_attempts(pg_temp.vault('done')::uuid)$$),
    ('ff_history', 'read operate', $$select ff_history(pg_temp.vault('done')::uuid)$$),
    ('ff_list_executions', 'read operate', $$select ff_list_executions('{"lane_id": "vault"}')$$),
    ('ff_find_executions', 'read operate', $$select ff_find_executions('{"lane_id": "vault"}')$$),
    ('ff_find_executions', 'read operate',
        $$select case count(*) when 0 then 'hidden' end
        from ff_find_executions() as p cross join unnest(p.executions) as e
        where e.lane_id = 'vault'$$),
    ('ff_list_executions', 'read operate',
        $$select case count(*) when 0 then 'hidden' end from ff_list_executions() where lane_id = 'vault'$$),
    ('ff_list_expired_leases', 'read operate',
        $$select case count(*) when 0 then 'hidden' end from ff_list_expired_leases() where lane_id = 'vault'$$),
    ('ff_list_suspended', 'read operate approve',
        $$select case count(*) when 0 then 'hidden' end from ff_list_suspended() where lane_id = 'vault'$$),
    ('ff_list_lanes', 'submit claim read signal approve operate',
        $$select case count(*) when 0 then 'hidden' end from ff_list_lanes() where lane_id = 'vault'$$),
    ('ff_list_lane_grants', 'read operate', $$select ff_list_lane_grants('vault')$$),
    ('ff_list_lane_grants', 'read operate',
        $$select case count(*) when 0 then 'hidden' end from ff_list_lane_grants() where lane_id = 'vault'$$),
    ('ff_list_workers', 'submit claim read signal approve operate',
        $$select case count(*) when 0 then 'hidden' end from ff_list_workers() where worker_id = 'vaulter'$$),
    ('ff_list_pending_waitpoints', 'claim read approve operate',
        $$select ff_list_pending_waitpoints(pg_temp.vault('parked')::uuid)$$),
    ('ff_read_claim_grant_identity', 'claim read operate',
        $$select ff_read_claim_grant_identity(pg_temp.vault('granted')::uuid)$$),
    ('ff_describe_flow', 'read operate', $$select ff_describe_flow(FLOW)$$),
    ('ff_flow_summary', 'read operate', $$select ff_flow_summary(FLOW)$$),
    ('ff_flow_diagram', 'read operate', $$select ff_flow_diagram(FLOW)$$),
    ('ff_get_flow_tag', 'read operate', $$select ff_get_flow_tag(FLOW, 'a.key')$$),
    ('ff_list_edges', 'read operate', $$select ff_list_edges(FLOW)$$),
    ('ff_describe_edge', 'read operate', $$select ff_describe_edge(FLOW, pg_temp.vault('edge')::uuid)$$),
    ('ff_list_flows', 'read operate',
        $$select case count(*) when 0 then 'hidden' end from ff_list_flows() where flow_id = FLOW$$),
    ('ff_evaluate_flow_eligibility', 'submit read operate',
        $$select ff_evaluate_flow_eligibility(pg_temp.vault('b')::uuid)$$),
    -- signals and approvals
    ('ff_deliver_signal', 'signal',
        $$select ff_deliver_signal(
            pg_temp.vault('parked')::uuid, pg_temp.vault('waitpoint')::uuid, pg_temp.vault('token'), 'approved'
        )$$),
    ('ff_deliver_approval_signal', 'approve',
        $$select ff_deliver_approval_signal(
            pg_temp.vault('parked')::uuid, pg_temp.vault('waitpoint')::uuid, 'approved', 'boss'
        )$$),
    -- operating
    ('ff_register_lane', 'operate', $$select ff_register_lane('vault')$$),
    ('ff_set_lane_state', 'operate', $$select ff_set_lane_state('vault', 'paused')$$),
    ('ff_cancel_execution', 'operate', $$select ff_cancel_execution(pg_temp.vault('waiting')::uuid, 'r')$$),
    ('ff_replay_execution', 'operate', $$select ff_replay_execution(pg_temp.vault('done')::uuid)$$),
    ('ff_reschedule_execution', 'operate',
        $$select ff_reschedule_execution(pg_temp.vault('waiting')::uuid, 0)$$),
    ('ff_cancel_executions', 'operate', $$select ff_cancel_executions('{"lane_id": "vault"}', 'r')$$),
    ('ff_cancel_executions', 'operate',
        $$select case changed_count when 0 then 'hidden' end
        from ff_cancel_executions('{"kind": "default"}', 'r')$$),
    ('ff_replay_executions', 'operate',
        $$select case changed_count when 0 then 'hidden' end
        from ff_replay_executions('{"namespace": "default"}', p_dry_run => true)$$),
    ('ff_reschedule_executions', 'operate',
        $$select case changed_count when 0 then 'hidden' end
        from ff_reschedule_executions('{"namespace": "default"}', 0)$$),
    ('ff_erase_executions', 'operate',
        $$select case changed_count when 0 then 'hidden' end
        from ff_erase_executions('{"namespace": "default"}')$$),
    ('ff_list_budgets', 'any', 'select ff_list_budgets()'),
    ('ff_list_quota_policies', 'any', 'select ff_list_quota_policies()'),
    ('ff_change_priorities', 'operate',
        $$select case changed_count when 0 then 'hidden' end
        from ff_change_priorities('{"namespace": "default"}', 5)$$),
    ('ff_change_priority', 'operate', $$select ff_change_priority(pg_temp.vault('waiting')::uuid, 5)$$),
    ('ff_revoke_lease', 'operate', $$select ff_revoke_lease(pg_temp.vault('held')::uuid)$$),
    ('ff_resume_execution', 'operate', $$select ff_resume_execution(pg_temp.vault('parked')::uuid)$$),
    ('ff_read_waitpoint', 'signal',
        $$select ff_read_waitpoint(
            pg_temp.vault('parked')::uuid, pg_temp.vault('waitpoint')::uuid, pg_temp.vault('token')
        )$$),
    ('ff_read_waitpoint_token', 'operate',
        $$select ff_read_waitpoint_token(pg_temp.vault('parked')::uuid, pg_temp.vault('waitpoint')::uuid)$$),
    ('ff_claim_for_worker', 'operate', $$select ff_claim_for_worker('vault', 'w', 'w-1')$$),
    ('ff_issue_claim_grant', 'operate', $$select ff_issue_claim_grant(pg_temp.vault('waiting')::uuid, 'w', 'w-1')$$),
    ('ff_issue_reclaim_grant', 'operate', $$select ff_issue_reclaim_grant(pg_temp.vault('held')::uuid, 'w', 'w-1')$$),
    ('ff_issue_grant_and_claim', 'operate', $$select ff_issue_grant_and_claim(pg_temp.vault('waiting')::uuid, 'vault')$$),
    ('ff_block_execution', 'operate',
        $$select ff_block_execution(pg_temp.vault('waiting')::uuid, 'paused_by_operator')$$),
    ('ff_unblock_execution', 'operate', $$select ff_unblock_execution(pg_temp.vault('waiting')::uuid)$$),
    ('ff_create_budget', 'operate',
        $$select ff_create_budget(
            gen_random_uuid(), 'flow', FLOW, p_on_hard_limit => 'cancel_pending'
        )$$),
    ('ff_trim_retention', 'operate',
        $$select case trimmed when 0 then 'hidden' end from ff_trim_retention(0)$$),
    ('ff_cancel_flow', 'operate', $$select ff_cancel_flow(FLOW, 'r')$$),
    ('ff_mark_worker_dead', 'operate', $$select ff_mark_worker_dead('vaulter-1', 'r')$$),
    ('ff_mark_worker_dead', 'operate',
        $$select case released_count when 0 then 'hidden' end
        from ff_mark_worker_dead('a-1', 'r', p_release_leases => true)$$),
    ('ff_grant_lane', 'operate', $$select ff_grant_lane('vault', 'pg_monitor', '{read}')$$),
    ('ff_set_submitter_limit', 'operate',
        $$select ff_set_submitter_limit('vault', p_max_unfinished => 9)$$),
    ('ff_remove_submitter_limit', 'operate', $$select ff_remove_submitter_limit('vault')$$),
    ('ff_list_submitter_limits', 'operate', $$select ff_list_submitter_limits('vault')$$),
    ('ff_revoke_lane', 'operate', $$select ff_revoke_lane('vault', 'ff_owner')$$),
    -- calls that concern no lane: the installation as a whole, or objects that the caller creates
    ('ff_create_flow', 'any', 'select ff_create_flow()'),
    ('ff_create_quota_policy', 'any', 'select ff_create_quota_policy(gen_random_uuid(), 1, 1, 1)'),
    ('ff_read_quota_policy_limits', 'any', 'select ff_read_quota_policy_limits(QUOTA)'),
    ('ff_create_budget', 'any', $$select ff_create_budget(gen_random_uuid(), 'tenant', 'a')$$),
    ('ff_get_budget_status', 'any', 'select ff_get_budget_status(BUDGET)'),
    ('ff_report_usage', 'any', $$select ff_report_usage(BUDGET, '{"tokens": 1}')$$),
    ('ff_reset_budget', 'any', 'select ff_reset_budget(BUDGET)'),
    ('ff_await_events', 'any', 'select ff_await_events((ff_read_events(p_limit => 0)).next_cursor)'),
    ('ff_set_default_access', 'any', $$select ff_set_default_access('open')$$),
    ('ff_set_default_policy', 'any', $$select ff_set_default_policy(null)$$),
    ('ff_set_owner', 'any', $$select ff_set_owner('consumer', 'another', 'ff_reader')$$),
    ('ff_create_consumer', 'any', $$select ff_create_consumer('another')$$),
    ('ff_list_consumers', 'any', 'select ff_list_consumers()'),
    ('ff_ack_consumer', 'any', $$select ff_ack_consumer(c.consumer, c.cursor) from ff_create_consumer('another') as c$$),
    ('ff_drop_consumer', 'any', $$select ff_drop_consumer('another')$$),
    ('ff_set_event_retention', 'any', 'select ff_set_event_retention(1000)'),
    ('ff_recycle_events', 'any', 'select ff_recycle_events()'),
    ('ff_health', 'any', 'select ff_health()'),
    ('ff_metrics', 'any', 'select ff_metrics()'),
    ('ff_tick', 'any', 'select ff_tick()'),
    ('ff_check', 'any', 'select ff_check()'),
    ('ff_check_page', 'any', 'select ff_check_page()'),
    ('ff_version', 'any', 'select ff_version()'),
    ('ff_server_time', 'any', 'select ff_server_time()'),
    ('ff_list_waitpoint_keys', 'any', 'select ff_list_waitpoint_keys()'),
    ('ff_seed_waitpoint_secret', 'any', $$select ff_seed_waitpoint_secret('x', repeat('ab', 32))$$),
    ('ff_rotate_waitpoint_secret', 'any', $$select ff_rotate_waitpoint_secret('x', repeat('ab', 32))$$)
) as c (function_name, verbs, statement);

-- Whether a role gets through with a call; what it did is taken back. Every reason but a lane's is
-- errors that are not refusals in this lane
create function pg_temp.gets_through(p_role text, p_statement text)
returns boolean
language plpgsql
as $gets_through$
declare
    v_answer text;
    v_schema constant text := set_config('search_path', 'flowfabric, public, pg_temp', true);
begin
    perform set_config('role', p_role, true);
    execute p_statement into v_answer;
    raise exception using errcode = 'P0999', message = coalesce(v_answer, '');
exception
    when sqlstate 'P0999' then
        return sqlerrm not in ('hidden', 'ZF801');
    when sqlstate 'ZF801' then
        return false;
    when insufficient_privilege then
        raise exception '% may not call: %: %', p_role, p_statement, sqlerrm;
    when sqlstate 'ZF900' or internal_error or syntax_error_or_access_rule_violation then
        raise exception '%: %', p_statement, sqlerrm;
    when others then
        return true;
end;
$gets_through$;

-- a new login that may call every function
create function pg_temp.login_of_all(p_name text)
returns text
language plpgsql
as $login_of_all$
begin
    execute format('create role %I login', p_name);
    execute format('grant ff_producer, ff_worker, ff_operator, ff_approver, ff_reader to %I', p_name);
    return p_name;
end;
$login_of_all$;
