-- FlowFabric: a durable execution engine of stored procedures.
--
-- This file is the table of contents, in the order in which things are built; tools/build.py
-- makes dist/flowfabric.sql of it. One row of ff_exec_core is one execution, and its claimable_at
-- is the only gate: read tables/ff_exec_core.sql first, then functions/lease/ff_claim.sql.

-- the schema, and the roles that may use it
\ir schema.sql
\ir roles.sql

-- types: the state of an execution, the fence of a lease, what functions answer
\ir types/state.sql
\ir types/fence.sql
\ir types/submission.sql
\ir types/answers.sql

-- tables
\ir tables/ff_meta.sql
\ir tables/ff_error_code.sql
\ir error_codes.sql
\ir tables/ff_privilege.sql
\ir tables/ff_state_vector.sql
\ir tables/ff_lane.sql
\ir tables/ff_route.sql
\ir tables/ff_exec_core.sql
\ir tables/ff_attempt.sql
\ir tables/ff_event.sql
\ir tables/ff_idempotency.sql

-- tables of the claim heads and of maintenance: docs/claim-heads.md
\ir tables/ff_gate.sql
\ir tables/ff_head.sql
\ir tables/ff_clock_record.sql
\ir tables/ff_debt.sql
\ir tables/ff_range_debt.sql
\ir tables/ff_event_watermark.sql
\ir tables/ff_tick_log.sql

-- views
\ir views/ff_attempts.sql
\ir views/ff_event_item.sql

-- internal: clock and instants
\ir ../functions/internal/_now.sql
\ir ../functions/internal/_after_ms.sql
\ir ../functions/internal/_ms_between.sql
\ir ../functions/internal/_ms_until.sql

-- internal: refusing
\ir ../functions/internal/_raise.sql
\ir ../functions/internal/_raise_invalid.sql
\ir ../functions/internal/_raise_null.sql
\ir ../functions/internal/_raise_unavailable.sql

-- internal: ids and handles
\ir ../functions/internal/_new_execution_uuid.sql
\ir ../functions/internal/_sibling_uuids.sql
\ir ../functions/internal/_solo_partition_key.sql
\ir ../functions/internal/_format_execution_id.sql
\ir ../functions/internal/_parse_execution_id.sql
\ir ../functions/internal/_format_handle.sql
\ir ../functions/internal/_try_parse_handle.sql
\ir ../functions/internal/_parse_handle.sql

-- internal: arguments
\ir ../functions/internal/_has_blank.sql
\ir ../functions/internal/_is_small.sql
\ir ../functions/internal/_is_lane_id.sql
\ir ../functions/internal/_is_worker_id.sql
\ir ../functions/internal/_is_label.sql
\ir ../functions/internal/_is_duration.sql
\ir ../functions/internal/_is_tag_key.sql
\ir ../functions/internal/_are_capabilities.sql
\ir ../functions/internal/_are_small.sql
\ir ../functions/internal/_check_text.sql
\ir ../functions/internal/_check_lane_id.sql
\ir ../functions/internal/_check_worker_id.sql
\ir ../functions/internal/_check_label.sql
\ir ../functions/internal/_check_capabilities.sql
\ir ../functions/internal/_check_lease_ttl.sql
\ir ../functions/internal/_check_page_size.sql
\ir ../functions/internal/_check_content.sql
\ir ../functions/internal/_check_items.sql
\ir ../functions/internal/_refused_contents.sql
\ir ../functions/internal/_check_tags.sql
\ir ../functions/internal/_check_json_shape.sql
\ir ../functions/internal/_policy_shape.sql
\ir ../functions/internal/_check_policy.sql
\ir ../functions/internal/_check_retry_policy.sql
\ir ../functions/internal/_check_claim_arguments.sql
\ir ../functions/internal/_check_handles.sql
\ir ../functions/internal/_parse_handles.sql
\ir ../functions/internal/_check_audit.sql
\ir ../functions/internal/_instant_of_us.sql

-- internal: who calls
\ir ../functions/internal/_caller.sql
\ir ../functions/internal/_check_operator.sql
\ir ../functions/internal/_audit.sql
\ir ../functions/internal/_override_audit.sql

-- internal: states and events
\ir ../functions/internal/_effective_state.sql
\ir ../functions/internal/_public_state.sql
\ir ../functions/internal/_record_event.sql

-- claim heads: docs/claim-heads.md
\ir ../functions/head/_announce.sql
\ir ../functions/head/_head_of.sql
\ir ../functions/head/_gate_holders.sql
\ir ../functions/head/_begin_era.sql
\ir ../functions/head/_pass_open_writers.sql
\ir ../functions/head/_prove_clock.sql
\ir ../functions/head/_note_debts.sql
\ir ../functions/head/_move_head.sql
\ir ../functions/head/_advance_watermark.sql

-- internal: submitting
\ir ../functions/internal/_sorted_set.sql
\ir ../functions/internal/_new_route.sql
\ir ../functions/internal/_route_for.sql
\ir ../functions/internal/_live_route.sql
\ir ../functions/internal/_merged_policy.sql
\ir ../functions/internal/_dedup_window_ms.sql
\ir ../functions/internal/_with_execution_key.sql
\ir ../functions/internal/_place.sql
\ir ../functions/internal/_schedule_submission.sql
\ir ../functions/internal/_content_digest.sql
\ir ../functions/internal/_check_submission.sql
\ir ../functions/internal/_claim_idempotency_key.sql
\ir ../functions/internal/_answer_existing.sql
\ir ../functions/internal/_submit.sql
\ir ../functions/internal/_parse_instant.sql
\ir ../functions/internal/_parse_bytes.sql
\ir ../functions/internal/_check_submission_options.sql
\ir ../functions/internal/_refuse_later_options.sql
\ir ../functions/internal/_submission_from_options.sql
\ir ../functions/internal/_item_options.sql
\ir ../functions/internal/_per_item_options.sql
\ir ../functions/internal/_submit_alike.sql
\ir ../functions/internal/_submit_each.sql

-- internal: the ladder of a lease holder
\ir ../functions/internal/_lock_execution.sql
\ir ../functions/internal/_fence_verdict.sql
\ir ../functions/internal/_fence_detail.sql
\ir ../functions/internal/_check_fence.sql
\ir ../functions/internal/_ended_lease.sql
\ir ../functions/internal/_ended_attempt.sql
\ir ../functions/internal/_remaining_lease.sql
\ir ../functions/internal/_released.sql
\ir ../functions/internal/_typed_fence.sql
\ir ../functions/internal/_lock_leases.sql

-- internal: how attempts and executions end
\ir ../functions/internal/_end_attempt.sql
\ir ../functions/internal/_end_execution.sql
\ir ../functions/internal/_may_retry.sql
\ir ../functions/internal/_retry_delay_ms.sql
\ir ../functions/internal/_fail_attempt.sql
\ir ../functions/internal/_replayed_failure.sql
\ir ../functions/internal/_fail_execution.sql
\ir ../functions/internal/_complete_execution.sql
\ir ../functions/internal/_diagnose_fence.sql
\ir ../functions/internal/_complete_batch.sql
\ir ../functions/internal/_renew_lease.sql
\ir ../functions/internal/_renew_batch.sql
\ir ../functions/internal/_report_progress.sql
\ir ../functions/internal/_delay_execution.sql
\ir ../functions/internal/_cancel_execution.sql
\ir ../functions/internal/_start_over.sql

-- internal: claiming
\ir ../functions/internal/_open_routes.sql
\ir ../functions/internal/_due_routes.sql
\ir ../functions/internal/_lock_due_rows.sql
\ir ../functions/internal/_reclaim_cap.sql
\ir ../functions/internal/_settle_candidate.sql
\ir ../functions/internal/_settle_rows.sql
\ir ../functions/internal/_record_claims.sql
\ir ../functions/internal/_claim_due.sql

-- claim heads and maintenance that rides along with claims
\ir ../functions/head/_advance_head.sql
\ir ../functions/head/_move_slow_heads.sql
\ir ../functions/head/_watch_open_writers.sql
\ir ../functions/head/_search_range_debts.sql
\ir ../functions/head/_settle_debts.sql
\ir ../functions/tick/_tick_period.sql
\ir ../functions/tick/_fire_deadlines.sql
\ir ../functions/tick/_note_lapses.sql
\ir ../functions/tick/_move_claimable.sql
\ir ../functions/tick/_mark_duplicate_routes.sql
\ir ../functions/tick/_merge_routes.sql
\ir ../functions/tick/_trim_records.sql
\ir ../functions/tick/_run_tick.sql
\ir ../functions/tick/_tick_if_due.sql

-- internal: invariants
\ir ../functions/internal/_broken_executions.sql
\ir ../functions/internal/_broken_attempts.sql
\ir ../functions/internal/_broken_completions.sql
\ir ../functions/internal/_broken_keys.sql

-- internal: reading
\ir ../functions/internal/_history.sql

-- execution
\ir ../functions/execution/ff_create_execution.sql
\ir ../functions/execution/ff_create_executions.sql
\ir ../functions/execution/ff_describe_execution.sql
\ir ../functions/execution/ff_read_execution_state.sql
\ir ../functions/execution/ff_get_execution_result.sql
\ir ../functions/execution/ff_list_attempts.sql
\ir ../functions/execution/ff_register_lane.sql
\ir ../functions/execution/ff_list_lanes.sql
\ir ../functions/execution/ff_set_lane_state.sql
\ir ../functions/execution/ff_list_executions.sql
\ir ../functions/execution/ff_history.sql
\ir ../functions/execution/ff_cancel_execution.sql
\ir ../functions/execution/ff_replay_execution.sql
\ir ../functions/execution/ff_change_priority.sql
\ir ../functions/execution/ff_set_execution_tag.sql
\ir ../functions/execution/ff_get_execution_tag.sql

-- lease
\ir ../functions/lease/ff_claim.sql
\ir ../functions/lease/ff_claim_batch.sql
\ir ../functions/lease/ff_next_due_in_ms.sql
\ir ../functions/lease/ff_renew.sql
\ir ../functions/lease/ff_assert_lease.sql
\ir ../functions/lease/ff_complete.sql
\ir ../functions/lease/ff_complete_batch.sql
\ir ../functions/lease/ff_fail.sql
\ir ../functions/lease/ff_delay.sql
\ir ../functions/lease/ff_progress.sql
\ir ../functions/lease/ff_renew_batch.sql

-- lease, with explicit ids
\ir ../functions/lease/ff_renew_lease.sql
\ir ../functions/lease/ff_update_progress.sql
\ir ../functions/lease/ff_complete_execution.sql
\ir ../functions/lease/ff_fail_execution.sql
\ir ../functions/lease/ff_delay_execution.sql

-- lease, by operators
\ir ../functions/lease/ff_revoke_lease.sql
\ir ../functions/lease/ff_list_expired_leases.sql

-- operator
\ir ../functions/operator/ff_tick.sql
\ir ../functions/operator/ff_check.sql
\ir ../functions/operator/ff_version.sql
\ir ../functions/operator/ff_server_time.sql

-- who may do what; after everything else, for functions are born executable by everybody
\ir privileges.sql
