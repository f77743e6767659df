-- noqa: disable=LT09
-- The grant matrix. Only the owner has a privilege on a table, and only the functions named
-- here can be called by other roles.
insert into ff_privilege (function_name, role_name)
select m.function_name, r.role_name
from (
    values
    -- execution
    ('ff_create_execution', array['ff_producer']),
    ('ff_create_executions', array['ff_producer']),
    ('ff_describe_execution', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_read_execution_state', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_get_execution_result', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_await_result', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_list_attempts', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_register_lane', array['ff_operator']),
    ('ff_list_lanes', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_set_lane_state', array['ff_operator']),
    ('ff_find_executions', array['ff_operator', 'ff_reader']),
    ('ff_list_executions', array['ff_operator', 'ff_reader']),
    ('ff_history', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    -- a producer: executions that its own role submitted
    ('ff_cancel_execution', array['ff_producer', 'ff_worker', 'ff_operator']),
    ('ff_reschedule_execution', array['ff_producer', 'ff_operator']),
    ('ff_replay_execution', array['ff_operator']),
    ('ff_change_priority', array['ff_operator']),
    ('ff_cancel_executions', array['ff_producer', 'ff_operator']),
    ('ff_reschedule_executions', array['ff_producer', 'ff_operator']),
    ('ff_replay_executions', array['ff_operator']),
    ('ff_change_priorities', array['ff_operator']),
    ('ff_erase_executions', array['ff_operator']),
    ('ff_set_execution_tag', array['ff_producer', 'ff_worker', 'ff_operator']),
    ('ff_get_execution_tag', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    -- lease
    ('ff_claim', array['ff_worker']),
    ('ff_claim_batch', array['ff_worker']),
    ('ff_next_due_in_ms', array['ff_worker', 'ff_operator']),
    ('ff_hang_doorbell', array['ff_worker']),
    ('ff_look_ahead', array['ff_worker', 'ff_operator']),
    ('ff_renew', array['ff_worker']),
    ('ff_assert_lease', array['ff_worker']),
    ('ff_complete', array['ff_worker']),
    ('ff_complete_batch', array['ff_worker']),
    ('ff_fail', array['ff_worker']),
    ('ff_delay', array['ff_worker']),
    ('ff_progress', array['ff_worker']),
    ('ff_renew_batch', array['ff_worker']),
    -- with explicit ids; without a fence only operators get through
    ('ff_renew_lease', array['ff_worker']),
    ('ff_update_progress', array['ff_worker', 'ff_operator']),
    ('ff_complete_execution', array['ff_worker', 'ff_operator']),
    ('ff_fail_execution', array['ff_worker', 'ff_operator']),
    ('ff_delay_execution', array['ff_worker', 'ff_operator']),
    ('ff_revoke_lease', array['ff_operator']),
    ('ff_list_expired_leases', array['ff_operator', 'ff_reader']),
    ('ff_wait_children', array['ff_worker']),
    ('ff_move_to_waiting_children', array['ff_worker', 'ff_operator']),
    -- admission
    ('ff_create_quota_policy', array['ff_operator']),
    ('ff_read_quota_policy_limits', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_list_quota_policies', array['ff_operator', 'ff_reader']),
    ('ff_check_admission', array['ff_worker', 'ff_operator']),
    ('ff_release_admission', array['ff_worker', 'ff_operator']),
    ('ff_create_budget', array['ff_operator']),
    ('ff_report_usage', array['ff_worker', 'ff_operator']),
    ('ff_record_spend', array['ff_worker', 'ff_operator']),
    ('ff_reserve_budget', array['ff_worker', 'ff_operator']),
    ('ff_release_budget', array['ff_worker', 'ff_operator']),
    ('ff_reset_budget', array['ff_operator']),
    ('ff_get_budget_status', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_list_budgets', array['ff_operator', 'ff_reader']),
    ('ff_set_submitter_limit', array['ff_operator']),
    ('ff_remove_submitter_limit', array['ff_operator']),
    ('ff_list_submitter_limits', array['ff_operator']),
    ('ff_block_execution', array['ff_operator']),
    ('ff_unblock_execution', array['ff_operator']),
    -- flow
    ('ff_create_flow', array['ff_producer']),
    ('ff_add_execution_to_flow', array['ff_producer']),
    ('ff_set_edge_group_policy', array['ff_producer']),
    ('ff_stage_dependency_edge', array['ff_producer']),
    ('ff_apply_dependency_to_child', array['ff_producer']),
    ('ff_submit_flow', array['ff_producer']),
    ('ff_cancel_flow', array['ff_operator']),
    ('ff_evaluate_flow_eligibility', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_describe_flow', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_list_flows', array['ff_operator', 'ff_reader']),
    ('ff_describe_edge', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_list_edges', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_flow_summary', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_flow_diagram', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_set_flow_tag', array['ff_producer', 'ff_worker', 'ff_operator']),
    ('ff_get_flow_tag', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    -- grant, reclaim: a scheduler decides (operator), a worker redeems
    ('ff_claim_for_worker', array['ff_operator']),
    ('ff_issue_claim_grant', array['ff_operator']),
    ('ff_issue_reclaim_grant', array['ff_operator']),
    ('ff_issue_grant_and_claim', array['ff_operator']),
    ('ff_read_claim_grant_identity', array['ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_verify_grant', array['ff_worker', 'ff_operator']),
    ('ff_claim_execution', array['ff_worker']),
    ('ff_claim_resumed_execution', array['ff_worker']),
    ('ff_claim_from_resume_grant', array['ff_worker']),
    ('ff_reclaim_execution', array['ff_worker']),
    -- suspension: a token permits a delivery; so every role that may be given a token may call it
    ('ff_suspend', array['ff_worker']),
    ('ff_create_waitpoint', array['ff_worker']),
    ('ff_close_waitpoint', array['ff_worker']),
    ('ff_observe_signals', array['ff_worker']),
    ('ff_read_waitpoint', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_approver']),
    ('ff_deliver_signal', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_approver']),
    ('ff_deliver_approval_signal', array['ff_approver']),
    ('ff_resume_execution', array['ff_operator']),
    ('ff_list_suspended', array['ff_operator', 'ff_approver', 'ff_reader']),
    ('ff_list_pending_waitpoints', array['ff_worker', 'ff_operator', 'ff_approver', 'ff_reader']),
    ('ff_read_waitpoint_token', array['ff_operator']),
    ('ff_expire_suspension', array['ff_worker', 'ff_operator']),
    -- step: in a lane with grants, the right to signal decides
    ('ff_save_step', array['ff_worker']),
    ('ff_list_steps', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_sleep', array['ff_worker']),
    ('ff_wait_signal', array['ff_worker']),
    ('ff_send_signal', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_approver']),
    ('ff_spawn', array['ff_worker']),
    ('ff_spawn_batch', array['ff_worker']),
    ('ff_await_children', array['ff_worker']),
    ('ff_list_children', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_continue_as_new', array['ff_worker']),
    -- keystore
    ('ff_seed_waitpoint_secret', array['ff_operator']),
    ('ff_rotate_waitpoint_secret', array['ff_operator']),
    ('ff_list_waitpoint_keys', array['ff_operator']),
    -- worker
    ('ff_register_worker', array['ff_worker']),
    ('ff_heartbeat_worker', array['ff_worker']),
    ('ff_unregister_worker', array['ff_worker']),
    ('ff_mark_worker_dead', array['ff_operator']),
    ('ff_list_workers', array['ff_operator', 'ff_reader']),
    -- access
    ('ff_grant_lane', array['ff_operator']),
    ('ff_revoke_lane', array['ff_operator']),
    ('ff_set_owner', array['ff_operator']),
    ('ff_set_default_access', array['ff_operator']),
    ('ff_set_default_policy', array['ff_operator']),
    ('ff_list_lane_grants', array['ff_operator', 'ff_reader']),
    -- event, stream
    ('ff_read_events', array['ff_operator', 'ff_reader']),
    ('ff_await_events', array['ff_operator', 'ff_reader']),
    ('ff_create_consumer', array['ff_operator']),
    ('ff_read_consumer', array['ff_operator', 'ff_reader']),
    ('ff_ack_consumer', array['ff_operator', 'ff_reader']),
    ('ff_list_consumers', array['ff_operator', 'ff_reader']),
    ('ff_drop_consumer', array['ff_operator']),
    ('ff_append_frame', array['ff_worker']),
    ('ff_read_stream', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_await_frames', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_read_summary', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    -- operator
    ('ff_trim_retention', array['ff_operator']),
    ('ff_set_event_retention', array['ff_operator']),
    ('ff_recycle_events', array['ff_operator']),
    ('ff_tick', array['ff_worker', 'ff_operator']),
    ('ff_check', array['ff_operator']),
    ('ff_check_page', array['ff_operator']),
    ('ff_health', array['ff_operator', 'ff_reader']),
    ('ff_metrics', array['ff_operator', 'ff_reader']),
    ('ff_overview', array['ff_operator', 'ff_reader']),
    ('ff_statistics', array['ff_operator', 'ff_reader']),
    ('ff_explain', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_reader']),
    ('ff_version', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader']),
    ('ff_server_time', array['ff_producer', 'ff_worker', 'ff_operator', 'ff_approver', 'ff_reader'])
) as m (function_name, role_names)
cross join unnest(m.role_names) as r (role_name);

-- New functions are executable by all roles, and default privileges may give away rights on new
-- objects: these are revoked here. Rights that an owner granted by hand are left alone.
do $revocation$
declare
    r_grantee record;
begin
    for r_grantee in
        select 'public' as name
        union
        select quote_ident(r.rolname)
        from pg_roles as r
        where
            r.rolname in (select p.role_name from ff_privilege as p)
            or r.oid in (
                select a.grantee
                from pg_default_acl as d
                cross join lateral aclexplode(d.defaclacl) as a
                where
                    d.defaclrole = (select o.oid from pg_roles as o where o.rolname = current_user)
                    and a.grantee <> d.defaclrole
            )
    loop
        execute format('revoke all on schema flowfabric from %s', r_grantee.name);
        execute format('revoke all on all tables in schema flowfabric from %s', r_grantee.name);
        execute format('revoke all on all sequences in schema flowfabric from %s', r_grantee.name);
        execute format('revoke all on all functions in schema flowfabric from %s', r_grantee.name);
    end loop;
end;
$revocation$;

do $privileges$
declare
    r_grant record;
begin
    for r_grant in
        select p.function_name, string_agg(quote_ident(p.role_name), ', ') as grantees
        from ff_privilege as p
        inner join pg_roles as r on r.rolname = p.role_name
        group by p.function_name
    loop
        execute format('grant execute on function %I to %s', r_grant.function_name, r_grant.grantees);
        execute format('grant usage on schema flowfabric to %s', r_grant.grantees);
    end loop;
    -- these views are all that may be read with SQL; contents of executions are not in them
    for r_grant in
        select v.view_name, string_agg(quote_ident(r.rolname), ', ') as grantees
        from unnest(array[
            'ff_executions', 'ff_attempts', 'ff_lanes', 'ff_stuck', 'ff_throughput'
        ]) as v (view_name)
        cross join pg_roles as r
        where r.rolname in ('ff_operator', 'ff_reader')
        group by v.view_name
    loop
        execute format('grant select on %I to %s', r_grant.view_name, r_grant.grantees);
    end loop;
end;
$privileges$;
