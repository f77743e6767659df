-- tests_sql/meta/public_functions_are_those_of_the_interface.sql
begin;
select plan(84);
-- given INTERFACE.md, which other people's programs depend on; then the catalogue says the same
set local search_path = flowfabric, public;
create function pg_temp.signature(p_function name) returns text language sql as $$
    select string_agg(
        format('(%s) %s', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid)), ' and '
    )
    from pg_proc as p
    where p.pronamespace = 'flowfabric'::regnamespace and p.proname = p_function
$$;

select is(
    (
        select array_agg(p.proname::text order by p.proname)
        from pg_proc as p
        where p.pronamespace = 'flowfabric'::regnamespace and p.proname !~ '^_'
    ),
    array[
        'ff_ack_consumer', 'ff_add_execution_to_flow', 'ff_append_frame',
        'ff_apply_dependency_to_child', 'ff_assert_lease', 'ff_await_events', 'ff_await_frames',
        'ff_block_execution', 'ff_cancel_execution', 'ff_cancel_flow', 'ff_change_priority',
        'ff_check', 'ff_check_admission', 'ff_claim', 'ff_claim_batch', 'ff_claim_execution',
        'ff_claim_for_worker', 'ff_claim_from_resume_grant', 'ff_claim_resumed_execution',
        'ff_close_waitpoint', 'ff_complete', 'ff_complete_batch', 'ff_complete_execution',
        'ff_create_budget', 'ff_create_consumer', 'ff_create_execution', 'ff_create_executions',
        'ff_create_flow', 'ff_create_quota_policy', 'ff_create_waitpoint', 'ff_delay',
        'ff_delay_execution', 'ff_deliver_approval_signal', 'ff_deliver_signal', 'ff_describe_edge',
        'ff_describe_execution', 'ff_describe_flow', 'ff_drop_consumer',
        'ff_evaluate_flow_eligibility', 'ff_expire_suspension', 'ff_explain', 'ff_fail',
        'ff_fail_execution', 'ff_flow_diagram', 'ff_flow_summary', 'ff_get_budget_status',
        'ff_get_execution_result', 'ff_get_execution_tag', 'ff_get_flow_tag', 'ff_grant_lane',
        'ff_hang_doorbell', 'ff_health', 'ff_heartbeat_worker', 'ff_history',
        'ff_issue_claim_grant', 'ff_issue_grant_and_claim', 'ff_issue_reclaim_grant',
        'ff_list_attempts', 'ff_list_consumers', 'ff_list_edges', 'ff_list_executions',
        'ff_list_expired_leases', 'ff_list_flows', 'ff_list_lane_grants', 'ff_list_lanes',
        'ff_list_pending_waitpoints', 'ff_list_suspended', 'ff_list_waitpoint_keys',
        'ff_list_workers', 'ff_look_ahead', 'ff_mark_worker_dead', 'ff_metrics',
        'ff_move_to_waiting_children', 'ff_next_due_in_ms', 'ff_observe_signals', 'ff_overview',
        'ff_progress', 'ff_read_claim_grant_identity', 'ff_read_consumer', 'ff_read_events',
        'ff_read_execution_state', 'ff_read_quota_policy_limits', 'ff_read_stream',
        'ff_read_summary', 'ff_read_waitpoint_token', 'ff_reclaim_execution', 'ff_record_spend',
        'ff_register_lane', 'ff_register_worker', 'ff_release_admission', 'ff_release_budget',
        'ff_renew', 'ff_renew_batch', 'ff_renew_lease', 'ff_replay_execution', 'ff_report_usage',
        'ff_reserve_budget', 'ff_reset_budget', 'ff_resume_execution', 'ff_revoke_lane',
        'ff_revoke_lease', 'ff_rotate_waitpoint_secret', 'ff_seed_waitpoint_secret',
        'ff_server_time', 'ff_set_edge_group_policy', 'ff_set_event_retention',
        'ff_set_execution_tag', 'ff_set_flow_tag', 'ff_set_lane_state', 'ff_stage_dependency_edge',
        'ff_submit_flow', 'ff_suspend', 'ff_tick', 'ff_trim_retention', 'ff_unblock_execution',
        'ff_update_progress', 'ff_verify_grant', 'ff_version', 'ff_wait_children'
    ],
    'there are these public functions, and no others'
);
select is(
    pg_temp.signature('ff_create_execution'),
    '(p_lane_id text, p_input jsonb DEFAULT NULL::jsonb, p_payload bytea DEFAULT NULL::bytea,'
    || ' p_kind text DEFAULT ''default''::text, p_priority integer DEFAULT 0,'
    || ' p_required_capabilities text[] DEFAULT ''{}''::text[],'
    || ' p_delay_ms bigint DEFAULT NULL::bigint,'
    || ' p_run_at timestamp with time zone DEFAULT NULL::timestamp with time zone,'
    || ' p_deadline_ms bigint DEFAULT NULL::bigint,'
    || ' p_deadline_at timestamp with time zone DEFAULT NULL::timestamp with time zone,'
    || ' p_idempotency_key text DEFAULT NULL::text, p_namespace text DEFAULT ''default''::text,'
    || ' p_tags jsonb DEFAULT ''{}''::jsonb, p_policy jsonb DEFAULT NULL::jsonb,'
    || ' p_flow_id uuid DEFAULT NULL::uuid, p_quota_policy_id uuid DEFAULT NULL::uuid,'
    || ' p_quota_key text DEFAULT NULL::text, p_budget_ids uuid[] DEFAULT NULL::uuid[],'
    || ' p_fairness_key text DEFAULT NULL::text, p_execution_id text DEFAULT NULL::text,'
    || ' p_actor text DEFAULT NULL::text) ff_created_execution',
    'ff_create_execution'
);
select is(
    pg_temp.signature('ff_create_executions'),
    '(p_lane_id text, p_inputs jsonb[], p_options jsonb DEFAULT ''{}''::jsonb)'
    || ' SETOF ff_created_item',
    'ff_create_executions'
);
select is(
    pg_temp.signature('ff_describe_execution'),
    '(p_execution_id text) SETOF ff_execution_description',
    'ff_describe_execution'
);
select is(
    pg_temp.signature('ff_read_execution_state'), '(p_execution_id text) text',
    'ff_read_execution_state'
);
select is(
    pg_temp.signature('ff_get_execution_result'), '(p_execution_id text) SETOF ff_execution_result',
    'ff_get_execution_result'
);
select is(
    pg_temp.signature('ff_list_attempts'), '(p_execution_id text) SETOF ff_attempt_description',
    'ff_list_attempts'
);
select is(
    pg_temp.signature('ff_register_lane'),
    '(p_lane_id text, p_default_policy jsonb DEFAULT NULL::jsonb,'
    || ' p_options jsonb DEFAULT ''{}''::jsonb) ff_registered_lane',
    'ff_register_lane'
);
select is(
    pg_temp.signature('ff_list_lanes'),
    '(p_after text DEFAULT NULL::text, p_limit integer DEFAULT 100) SETOF ff_lane_description',
    'ff_list_lanes'
);
select is(
    pg_temp.signature('ff_claim'),
    '(p_lane_id text, p_worker_id text, p_worker_instance_id text,'
    || ' p_capabilities text[] DEFAULT ''{}''::text[], p_lease_ttl_ms bigint DEFAULT 30000,'
    || ' p_attempt_timeout_ms bigint DEFAULT NULL::bigint) SETOF ff_claimed_execution',
    'ff_claim'
);
select is(
    pg_temp.signature('ff_claim_batch'),
    '(p_lane_id text, p_worker_id text, p_worker_instance_id text, p_limit integer,'
    || ' p_capabilities text[] DEFAULT ''{}''::text[], p_lease_ttl_ms bigint DEFAULT 30000,'
    || ' p_attempt_timeout_ms bigint DEFAULT NULL::bigint) SETOF ff_claimed_execution',
    'ff_claim_batch'
);
select is(
    pg_temp.signature('ff_next_due_in_ms'),
    '(p_lane_id text, p_capabilities text[] DEFAULT ''{}''::text[]) bigint',
    'ff_next_due_in_ms'
);
select is(
    pg_temp.signature('ff_renew'),
    '(p_handle text, p_lease_ttl_ms bigint DEFAULT NULL::bigint) ff_lease_renewal',
    'ff_renew'
);
select is(
    pg_temp.signature('ff_assert_lease'), '(p_handle text) ff_lease_renewal', 'ff_assert_lease'
);
select is(
    pg_temp.signature('ff_complete'),
    '(p_handle text, p_output jsonb DEFAULT NULL::jsonb, p_result bytea DEFAULT NULL::bytea)'
    || ' ff_finished_execution',
    'ff_complete'
);
select is(
    pg_temp.signature('ff_complete_batch'),
    '(p_handles text[], p_outputs jsonb[] DEFAULT NULL::jsonb[],'
    || ' p_results bytea[] DEFAULT NULL::bytea[]) SETOF ff_finished_item',
    'ff_complete_batch'
);
select is(
    pg_temp.signature('ff_fail'),
    '(p_handle text, p_reason text, p_class text DEFAULT ''transient''::text,'
    || ' p_category text DEFAULT NULL::text, p_detail jsonb DEFAULT NULL::jsonb) ff_failed_attempt',
    'ff_fail'
);
select is(
    pg_temp.signature('ff_renew_batch'),
    '(p_handles text[], p_lease_ttl_ms bigint DEFAULT NULL::bigint) SETOF ff_renewed_item',
    'ff_renew_batch'
);
select is(
    pg_temp.signature('ff_progress'),
    '(p_handle text, p_percent integer DEFAULT NULL::integer, p_message text DEFAULT'
    || ' NULL::text) ff_lease_renewal',
    'ff_progress'
);
select is(
    pg_temp.signature('ff_delay'),
    '(p_handle text, p_delay_ms bigint DEFAULT NULL::bigint, p_run_at timestamp with time'
    || ' zone DEFAULT NULL::timestamp with time zone) ff_released_execution',
    'ff_delay'
);
select is(
    pg_temp.signature('ff_renew_lease'),
    '(p_execution_id text, p_attempt_index integer, p_lease_id uuid, p_lease_epoch bigint,'
    || ' p_attempt_id uuid, p_lease_ttl_ms bigint DEFAULT 30000, p_source text DEFAULT'
    || ' ''lease_holder''::text) ff_lease_renewal',
    'ff_renew_lease'
);
select is(
    pg_temp.signature('ff_update_progress'),
    '(p_execution_id text, p_attempt_index integer, p_lease_id uuid, p_lease_epoch bigint,'
    || ' p_attempt_id uuid, p_percent integer DEFAULT NULL::integer, p_message text DEFAULT'
    || ' NULL::text, p_source text DEFAULT ''lease_holder''::text) ff_lease_renewal',
    'ff_update_progress'
);
select is(
    pg_temp.signature('ff_complete_execution'),
    '(p_execution_id text, p_attempt_index integer, p_lease_id uuid, p_lease_epoch bigint,'
    || ' p_attempt_id uuid, p_output jsonb DEFAULT NULL::jsonb, p_result bytea DEFAULT'
    || ' NULL::bytea, p_source text DEFAULT ''lease_holder''::text) ff_finished_execution',
    'ff_complete_execution'
);
select is(
    pg_temp.signature('ff_fail_execution'),
    '(p_execution_id text, p_attempt_index integer, p_lease_id uuid, p_lease_epoch bigint,'
    || ' p_attempt_id uuid, p_failure_reason text, p_failure_category text DEFAULT NULL::text,'
    || ' p_retry_policy jsonb DEFAULT NULL::jsonb, p_next_attempt_policy jsonb DEFAULT'
    || ' NULL::jsonb, p_source text DEFAULT ''lease_holder''::text) ff_failed_attempt',
    'ff_fail_execution'
);
select is(
    pg_temp.signature('ff_delay_execution'),
    '(p_execution_id text, p_attempt_index integer, p_lease_id uuid, p_lease_epoch bigint,'
    || ' p_attempt_id uuid, p_delay_ms bigint DEFAULT NULL::bigint, p_run_at timestamp with time'
    || ' zone DEFAULT NULL::timestamp with time zone, p_source text DEFAULT'
    || ' ''lease_holder''::text) ff_released_execution',
    'ff_delay_execution'
);
select is(
    pg_temp.signature('ff_cancel_execution'),
    '(p_execution_id text, p_reason text, p_source text DEFAULT ''operator_override''::text,'
    || ' p_lease_id uuid DEFAULT NULL::uuid, p_lease_epoch bigint DEFAULT NULL::bigint,'
    || ' p_attempt_id uuid DEFAULT NULL::uuid, p_actor text DEFAULT NULL::text)'
    || ' ff_cancelled_execution',
    'ff_cancel_execution'
);
select is(
    pg_temp.signature('ff_replay_execution'),
    '(p_execution_id text, p_reason text DEFAULT NULL::text, p_actor text DEFAULT NULL::text)'
    || ' ff_replayed_execution',
    'ff_replay_execution'
);
select is(
    pg_temp.signature('ff_change_priority'),
    '(p_execution_id text, p_priority integer, p_reason text DEFAULT NULL::text, p_actor text'
    || ' DEFAULT NULL::text) ff_changed_priority',
    'ff_change_priority'
);
select is(
    pg_temp.signature('ff_revoke_lease'),
    '(p_execution_id text, p_expected_lease_id uuid DEFAULT NULL::uuid, p_worker_instance_id'
    || ' text DEFAULT NULL::text, p_reason text DEFAULT NULL::text, p_actor text DEFAULT'
    || ' NULL::text) ff_revoked_lease',
    'ff_revoke_lease'
);
select is(
    pg_temp.signature('ff_list_executions'),
    '(p_lane_id text DEFAULT NULL::text, p_public_state text DEFAULT NULL::text, p_namespace'
    || ' text DEFAULT NULL::text, p_after text DEFAULT NULL::text, p_limit integer DEFAULT 100)'
    || ' SETOF ff_execution_summary',
    'ff_list_executions'
);
select is(
    pg_temp.signature('ff_list_expired_leases'),
    '(p_after text DEFAULT NULL::text, p_limit integer DEFAULT 100, p_namespace text DEFAULT'
    || ' NULL::text) SETOF ff_expired_lease',
    'ff_list_expired_leases'
);
select is(
    pg_temp.signature('ff_history'),
    '(p_execution_id text) SETOF ff_history_entry',
    'ff_history'
);
select is(
    pg_temp.signature('ff_set_execution_tag'),
    '(p_execution_id text, p_key text, p_value text) ff_execution_tag',
    'ff_set_execution_tag'
);
select is(
    pg_temp.signature('ff_get_execution_tag'),
    '(p_execution_id text, p_key text) text',
    'ff_get_execution_tag'
);
select is(
    pg_temp.signature('ff_set_lane_state'),
    '(p_lane_id text, p_state text, p_reason text DEFAULT NULL::text, p_actor text DEFAULT'
    || ' NULL::text) ff_changed_lane_state',
    'ff_set_lane_state'
);
select is(
    pg_temp.signature('ff_claim_for_worker'),
    '(p_lane_id text, p_worker_id text, p_worker_instance_id text, p_capabilities'
    || ' text[] DEFAULT ''{}''::text[], p_grant_ttl_ms bigint DEFAULT 5000) SETOF ff_grant',
    'ff_claim_for_worker'
);
select is(
    pg_temp.signature('ff_issue_claim_grant'),
    '(p_execution_id text, p_worker_id text, p_worker_instance_id text, p_lane_id text'
    || ' DEFAULT NULL::text, p_capabilities text[] DEFAULT ''{}''::text[], p_grant_ttl_ms'
    || ' bigint DEFAULT 5000, p_capability_hash text DEFAULT NULL::text, p_route_snapshot'
    || ' jsonb DEFAULT NULL::jsonb, p_admission_summary text DEFAULT NULL::text) ff_grant',
    'ff_issue_claim_grant'
);
select is(
    pg_temp.signature('ff_issue_grant_and_claim'),
    '(p_execution_id text, p_lane_id text, p_lease_ttl_ms bigint DEFAULT 30000,'
    || ' p_reason text DEFAULT NULL::text, p_actor text DEFAULT NULL::text)'
    || ' ff_claimed_execution',
    'ff_issue_grant_and_claim'
);
select is(
    pg_temp.signature('ff_read_claim_grant_identity'),
    '(p_execution_id text) SETOF ff_grant_identity',
    'ff_read_claim_grant_identity'
);
select is(
    pg_temp.signature('ff_verify_grant'),
    '(p_grant_key text, p_worker_id text) ff_grant_verdict',
    'ff_verify_grant'
);
select is(
    pg_temp.signature('ff_claim_execution'),
    '(p_execution_id text, p_grant_key text, p_worker_id text, p_worker_instance_id'
    || ' text, p_lease_ttl_ms bigint DEFAULT 30000, p_lease_id uuid DEFAULT NULL::uuid,'
    || ' p_attempt_id uuid DEFAULT NULL::uuid, p_attempt_policy jsonb DEFAULT NULL::jsonb,'
    || ' p_attempt_timeout_ms bigint DEFAULT NULL::bigint, p_deadline_at timestamp with'
    || ' time zone DEFAULT NULL::timestamp with time zone) ff_claimed_execution',
    'ff_claim_execution'
);
select is(
    pg_temp.signature('ff_claim_resumed_execution'),
    '(p_execution_id text, p_grant_key text, p_worker_id text, p_worker_instance_id'
    || ' text, p_lease_ttl_ms bigint DEFAULT 30000, p_lease_id uuid DEFAULT NULL::uuid,'
    || ' p_attempt_id uuid DEFAULT NULL::uuid, p_attempt_policy jsonb DEFAULT NULL::jsonb,'
    || ' p_attempt_timeout_ms bigint DEFAULT NULL::bigint, p_deadline_at timestamp with'
    || ' time zone DEFAULT NULL::timestamp with time zone, p_remaining_attempt_timeout_ms'
    || ' bigint DEFAULT NULL::bigint) ff_claimed_execution',
    'ff_claim_resumed_execution'
);
select is(
    pg_temp.signature('ff_claim_from_resume_grant'),
    '(p_grant_key text, p_worker_id text, p_worker_instance_id text, p_lease_ttl_ms'
    || ' bigint DEFAULT 30000) SETOF ff_claimed_execution',
    'ff_claim_from_resume_grant'
);
select is(
    pg_temp.signature('ff_issue_reclaim_grant'),
    '(p_execution_id text, p_worker_id text, p_worker_instance_id text, p_lane_id text'
    || ' DEFAULT NULL::text, p_capabilities text[] DEFAULT ''{}''::text[], p_grant_ttl_ms'
    || ' bigint DEFAULT 5000, p_capability_hash text DEFAULT NULL::text, p_route_snapshot'
    || ' jsonb DEFAULT NULL::jsonb, p_admission_summary text DEFAULT NULL::text)'
    || ' ff_reclaim_grant',
    'ff_issue_reclaim_grant'
);
select is(
    pg_temp.signature('ff_reclaim_execution'),
    '(p_execution_id text, p_grant_key text, p_worker_id text, p_worker_instance_id'
    || ' text, p_lease_ttl_ms bigint DEFAULT 30000, p_lease_id uuid DEFAULT NULL::uuid,'
    || ' p_attempt_id uuid DEFAULT NULL::uuid, p_attempt_policy jsonb DEFAULT NULL::jsonb,'
    || ' p_max_reclaim_count integer DEFAULT NULL::integer) ff_reclaimed_execution',
    'ff_reclaim_execution'
);
select is(
    pg_temp.signature('ff_seed_waitpoint_secret'),
    '(p_kid text, p_secret_hex text) ff_seeded_key',
    'ff_seed_waitpoint_secret'
);
select is(
    pg_temp.signature('ff_rotate_waitpoint_secret'),
    '(p_new_kid text, p_new_secret_hex text, p_grace_ms bigint DEFAULT 86400000)'
    || ' ff_rotated_key',
    'ff_rotate_waitpoint_secret'
);
select is(
    pg_temp.signature('ff_list_waitpoint_keys'),
    '() SETOF ff_key_description',
    'ff_list_waitpoint_keys'
);
select is(
    pg_temp.signature('ff_register_worker'),
    '(p_worker_id text, p_worker_instance_id text, p_lane_ids text[], p_capabilities'
    || ' text[] DEFAULT ''{}''::text[], p_liveness_ttl_ms bigint DEFAULT 30000, p_namespace'
    || ' text DEFAULT ''default''::text) ff_registered_worker',
    'ff_register_worker'
);
select is(
    pg_temp.signature('ff_heartbeat_worker'),
    '(p_worker_instance_id text, p_namespace text DEFAULT ''default''::text, p_handles'
    || ' text[] DEFAULT NULL::text[]) ff_worker_heartbeat',
    'ff_heartbeat_worker'
);
select is(
    pg_temp.signature('ff_mark_worker_dead'),
    '(p_worker_instance_id text, p_reason text, p_namespace text DEFAULT'
    || ' ''default''::text, p_release_leases boolean DEFAULT false) ff_dead_worker',
    'ff_mark_worker_dead'
);
select is(
    pg_temp.signature('ff_list_workers'),
    '(p_namespace text DEFAULT NULL::text, p_after text DEFAULT NULL::text, p_limit'
    || ' integer DEFAULT 100) SETOF ff_worker_description',
    'ff_list_workers'
);
select is(
    pg_temp.signature('ff_suspend'),
    '(p_handle text, p_condition jsonb, p_waitpoints jsonb DEFAULT NULL::jsonb,'
    || ' p_reason_code text DEFAULT ''waiting_for_signal''::text, p_timeout_ms bigint'
    || ' DEFAULT NULL::bigint, p_timeout_at timestamp with time zone DEFAULT'
    || ' NULL::timestamp with time zone, p_timeout_behavior text DEFAULT ''fail''::text,'
    || ' p_idempotency_key text DEFAULT NULL::text, p_continuation text DEFAULT'
    || ' NULL::text, p_requested_by text DEFAULT ''worker''::text) ff_suspended_execution',
    'ff_suspend'
);
select is(
    pg_temp.signature('ff_create_waitpoint'),
    '(p_handle text, p_waitpoint_key text, p_expires_in_ms bigint)'
    || ' ff_created_waitpoint',
    'ff_create_waitpoint'
);
select is(
    pg_temp.signature('ff_close_waitpoint'),
    '(p_handle text, p_waitpoint_id uuid, p_reason text DEFAULT'
    || ' ''proactive_close''::text) ff_closed_waitpoint',
    'ff_close_waitpoint'
);
select is(
    pg_temp.signature('ff_deliver_signal'),
    '(p_execution_id text, p_waitpoint_id uuid, p_token text, p_signal_name text,'
    || ' p_input jsonb DEFAULT NULL::jsonb, p_payload bytea DEFAULT NULL::bytea,'
    || ' p_source_type text DEFAULT ''external''::text, p_source_identity text DEFAULT'
    || ' NULL::text, p_signal_id uuid DEFAULT NULL::uuid, p_idempotency_key text'
    || ' DEFAULT NULL::text, p_correlation_id text DEFAULT NULL::text,'
    || ' p_resume_delay_ms bigint DEFAULT 0) ff_delivered_signal',
    'ff_deliver_signal'
);
select is(
    pg_temp.signature('ff_deliver_approval_signal'),
    '(p_execution_id text, p_waitpoint_id uuid, p_signal_name text, p_approver'
    || ' text, p_idempotency_key text DEFAULT NULL::text) ff_delivered_signal',
    'ff_deliver_approval_signal'
);
select is(
    pg_temp.signature('ff_resume_execution'),
    '(p_execution_id text, p_trigger_type text DEFAULT ''operator''::text,'
    || ' p_resume_delay_ms bigint DEFAULT 0, p_reason text DEFAULT NULL::text, p_actor'
    || ' text DEFAULT NULL::text) ff_resumed_execution',
    'ff_resume_execution'
);
select is(
    pg_temp.signature('ff_observe_signals'),
    '(p_handle text, p_all boolean DEFAULT false) SETOF ff_observed_signal',
    'ff_observe_signals'
);
select is(
    pg_temp.signature('ff_list_suspended'),
    '(p_after text DEFAULT NULL::text, p_limit integer DEFAULT 100, p_namespace'
    || ' text DEFAULT NULL::text) SETOF ff_suspension_summary',
    'ff_list_suspended'
);
select is(
    pg_temp.signature('ff_list_pending_waitpoints'),
    '(p_execution_id text, p_after uuid DEFAULT NULL::uuid, p_limit integer'
    || ' DEFAULT 100) SETOF ff_waitpoint_description',
    'ff_list_pending_waitpoints'
);
select is(
    pg_temp.signature('ff_read_waitpoint_token'),
    '(p_execution_id text, p_waitpoint_id uuid) text',
    'ff_read_waitpoint_token'
);
select is(
    pg_temp.signature('ff_expire_suspension'),
    '(p_execution_id text) ff_expired_suspension',
    'ff_expire_suspension'
);
select is(
    pg_temp.signature('ff_create_quota_policy'),
    '(p_quota_policy_id uuid, p_window_ms bigint, p_max_per_window bigint,'
    || ' p_max_concurrent bigint, p_jitter_ms bigint DEFAULT 0) ff_created_quota_policy',
    'ff_create_quota_policy'
);
select is(
    pg_temp.signature('ff_read_quota_policy_limits'),
    '(p_quota_policy_id uuid) SETOF ff_quota_policy_limits',
    'ff_read_quota_policy_limits'
);
select is(
    pg_temp.signature('ff_check_admission'),
    '(p_quota_policy_id uuid, p_execution_id text, p_quota_key text DEFAULT ''''::text)'
    || ' ff_admission',
    'ff_check_admission'
);
select is(
    pg_temp.signature('ff_release_admission'),
    '(p_quota_policy_id uuid, p_execution_id text) ff_released_admission',
    'ff_release_admission'
);
select is(
    pg_temp.signature('ff_create_budget'),
    '(p_budget_id uuid, p_scope_type text, p_scope_id text, p_enforcement_mode text'
    || ' DEFAULT ''strict''::text, p_on_hard_limit text DEFAULT ''block''::text,'
    || ' p_on_soft_limit text DEFAULT ''warn''::text, p_reset_interval_ms bigint DEFAULT 0,'
    || ' p_dimensions text[] DEFAULT ''{}''::text[], p_hard_limits bigint[] DEFAULT'
    || ' ''{}''::bigint[], p_soft_limits bigint[] DEFAULT ''{}''::bigint[])'
    || ' ff_created_budget',
    'ff_create_budget'
);
select is(
    pg_temp.signature('ff_report_usage'),
    '(p_budget_id uuid, p_deltas jsonb, p_dedup_key text DEFAULT NULL::text)'
    || ' ff_budget_charge',
    'ff_report_usage'
);
select is(
    pg_temp.signature('ff_record_spend'),
    '(p_budget_id uuid, p_execution_id text, p_deltas jsonb, p_idempotency_key text'
    || ' DEFAULT NULL::text) ff_budget_charge',
    'ff_record_spend'
);
select is(
    pg_temp.signature('ff_reserve_budget'),
    '(p_budget_id uuid, p_execution_id text, p_amounts jsonb) ff_reserved_budget',
    'ff_reserve_budget'
);
select is(
    pg_temp.signature('ff_release_budget'),
    '(p_budget_id uuid, p_execution_id text) ff_released_budget',
    'ff_release_budget'
);
select is(
    pg_temp.signature('ff_reset_budget'),
    '(p_budget_id uuid, p_reason text DEFAULT NULL::text, p_actor text DEFAULT'
    || ' NULL::text) ff_budget_reset',
    'ff_reset_budget'
);
select is(
    pg_temp.signature('ff_get_budget_status'),
    '(p_budget_id uuid) ff_budget_status',
    'ff_get_budget_status'
);
select is(
    pg_temp.signature('ff_block_execution'),
    '(p_execution_id text, p_reason text, p_reason_detail text DEFAULT NULL::text,'
    || ' p_actor text DEFAULT NULL::text) ff_blocked_execution',
    'ff_block_execution'
);
select is(
    pg_temp.signature('ff_unblock_execution'),
    '(p_execution_id text, p_expected_blocking_reason text DEFAULT NULL::text, p_reason'
    || ' text DEFAULT NULL::text, p_actor text DEFAULT NULL::text) ff_blocked_execution',
    'ff_unblock_execution'
);
select is(
    pg_temp.signature('ff_tick'),
    '(p_max_rows integer DEFAULT 1000, p_namespace text DEFAULT NULL::text) SETOF ff_tick_job',
    'ff_tick'
);
select is(
    pg_temp.signature('ff_check'), '(p_limit integer DEFAULT 100) SETOF ff_check_finding',
    'ff_check'
);
select is(
    pg_temp.signature('ff_explain'),
    '(p_execution_id text, p_worker_capabilities text[] DEFAULT NULL::text[])'
    || ' SETOF ff_explained_gate',
    'ff_explain'
);
select is(pg_temp.signature('ff_overview'), '() SETOF ff_overview_entry', 'ff_overview');
select is(pg_temp.signature('ff_health'), '() SETOF ff_health_check', 'ff_health');
select is(pg_temp.signature('ff_metrics'), '() text', 'ff_metrics');
select is(pg_temp.signature('ff_version'), '() text', 'ff_version');
select is(pg_temp.signature('ff_server_time'), '() timestamp with time zone', 'ff_server_time');
select * from finish();
rollback;
