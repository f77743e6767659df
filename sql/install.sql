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
\ir types/grant.sql
\ir types/suspension.sql
\ir types/flow.sql
\ir types/access.sql
\ir types/admission.sql
\ir types/event.sql
\ir types/stream.sql
\ir types/retention.sql
\ir types/operator.sql

-- tables
\ir tables/ff_meta.sql
\ir tables/ff_error_code.sql
\ir error_codes.sql
\ir tables/ff_privilege.sql
\ir tables/ff_state_vector.sql
\ir tables/ff_lane.sql
\ir tables/ff_lane_grant.sql
\ir tables/ff_route.sql
\ir tables/ff_exec_core.sql
\ir tables/ff_attempt.sql
\ir tables/ff_event.sql
\ir tables/ff_consumer.sql
\ir tables/ff_reader_bell.sql
\ir tables/ff_stream.sql
\ir tables/ff_idempotency.sql
\ir tables/ff_hmac_key.sql
\ir tables/ff_claim_grant.sql
\ir tables/ff_worker.sql
\ir tables/ff_suspension.sql
\ir tables/ff_waitpoint.sql
\ir tables/ff_signal.sql
\ir tables/ff_flow.sql
\ir tables/ff_edge.sql
\ir tables/ff_edge_group.sql
\ir tables/ff_flow_debt.sql
\ir tables/ff_quota_policy.sql
\ir tables/ff_quota_token.sql
\ir tables/ff_admission_gate.sql
\ir tables/ff_admission_wait.sql
\ir tables/ff_budget.sql
\ir tables/ff_fair_turn.sql

-- tables of the claim heads and of maintenance: docs/claim-heads.md
\ir tables/ff_gate.sql
\ir tables/ff_head.sql
\ir tables/ff_clock_record.sql
\ir tables/ff_debt.sql
\ir tables/ff_range_debt.sql
\ir tables/ff_event_watermark.sql
\ir tables/ff_tick_log.sql
\ir tables/ff_turn.sql
\ir tables/ff_tick_request.sql
\ir tables/ff_retention_log.sql

-- doorbells: how workers that sleep are woken
\ir tables/ff_doorbell.sql

-- views
\ir views/ff_event_log.sql
\ir tables/ff_statistic.sql

-- views
\ir views/ff_attempt_item.sql
\ir views/ff_event_item.sql
\ir views/ff_event_views.sql

-- clock and instants
\ir ../functions/common/_now.sql
\ir ../functions/common/_after_ms.sql
\ir ../functions/common/_ms_between.sql
\ir ../functions/common/_ms_until.sql

-- refusing
\ir ../functions/common/_raise.sql
\ir ../functions/common/_raise_invalid.sql
\ir ../functions/common/_raise_null.sql

-- ids and handles
\ir ../functions/common/_new_execution_uuid.sql
\ir ../functions/common/_sibling_uuids.sql
\ir ../functions/common/_solo_partition_key.sql
\ir ../functions/flow/_flow_partition_key.sql
\ir ../functions/common/_partition_key_of.sql
\ir ../functions/common/_format_execution_id.sql
\ir ../functions/common/_parse_execution_id.sql
\ir ../functions/common/_format_handle.sql
\ir ../functions/common/_try_parse_handle.sql
\ir ../functions/common/_parse_handle.sql

-- arguments
\ir ../functions/argument/_has_blank.sql
\ir ../functions/argument/_is_small.sql
\ir ../functions/argument/_is_lane_id.sql
\ir ../functions/argument/_is_worker_id.sql
\ir ../functions/argument/_is_label.sql
\ir ../functions/argument/_is_duration.sql
\ir ../functions/argument/_is_tag_key.sql
\ir ../functions/argument/_are_capabilities.sql
\ir ../functions/argument/_are_small.sql
\ir ../functions/argument/_check_text.sql
\ir ../functions/argument/_check_lane_id.sql
\ir ../functions/argument/_check_lane_ids.sql
\ir ../functions/argument/_check_worker_id.sql
\ir ../functions/argument/_check_label.sql
\ir ../functions/argument/_check_capabilities.sql
\ir ../functions/argument/_check_lease_ttl.sql
\ir ../functions/argument/_check_page_size.sql
\ir ../functions/argument/_check_page_key.sql
\ir ../functions/argument/_check_content.sql
\ir ../functions/argument/_check_items.sql
\ir ../functions/argument/_refused_contents.sql
\ir ../functions/argument/_check_tag_key.sql
\ir ../functions/argument/_check_tags.sql
\ir ../functions/argument/_check_json_shape.sql
\ir ../functions/argument/_policy_shape.sql
\ir ../functions/argument/_check_policy.sql
\ir ../functions/argument/_check_retry_policy.sql
\ir ../functions/argument/_check_claim_arguments.sql
\ir ../functions/argument/_check_handles.sql
\ir ../functions/argument/_parse_handles.sql
\ir ../functions/argument/_check_audit.sql
\ir ../functions/common/_instant_of_us.sql
\ir ../functions/common/_parse_uuid.sql

-- who calls
\ir ../functions/common/_caller.sql
\ir ../functions/common/_check_operator.sql
\ir ../functions/common/_audit.sql
\ir ../functions/common/_override_audit.sql

-- who may act in a lane
\ir ../functions/access/_has_lane_right.sql
\ir ../functions/access/_hidden_lanes.sql
\ir ../functions/access/_hidden_lane_of.sql
\ir ../functions/access/_check_lane.sql
\ir ../functions/access/_check_execution.sql
\ir ../functions/access/_check_flow.sql

-- states and events
\ir ../functions/common/_is_eligible.sql
\ir ../functions/common/_is_active.sql
\ir ../functions/common/_effective_state.sql
\ir ../functions/common/_public_state.sql
\ir ../functions/common/_state_of.sql
\ir ../functions/common/_record_event.sql

-- keystore
\ir ../functions/keystore/_hmac_pad.sql
\ir ../functions/keystore/_hmac.sql
\ir ../functions/keystore/_same_bytes.sql
\ir ../functions/keystore/_sign.sql
\ir ../functions/keystore/_signature_verdict.sql
\ir ../functions/keystore/_store_key.sql
\ir ../functions/keystore/_check_key_arguments.sql
\ir ../functions/keystore/_record_rotation.sql
\ir ../functions/keystore/ff_seed_waitpoint_secret.sql
\ir ../functions/keystore/ff_rotate_waitpoint_secret.sql
\ir ../functions/keystore/ff_list_waitpoint_keys.sql
\ir first_key.sql
\ir first_turn.sql

-- claim heads: docs/claim-heads.md
\ir ../functions/head/_announce.sql
\ir ../functions/head/_head_of.sql
\ir ../functions/head/_gate_holders.sql
\ir ../functions/head/_open_transactions.sql
\ir ../functions/head/_take_turn.sql
\ir ../functions/head/_set_head.sql
\ir ../functions/head/_lower_heads.sql
\ir ../functions/head/_move_mark.sql
\ir ../functions/head/_begin_era.sql
\ir ../functions/head/_pass_open_writers.sql
\ir ../functions/head/_prove_clock.sql
\ir ../functions/head/_note_debts.sql
\ir ../functions/head/_move_head.sql
\ir ../functions/event/_ring_event_bells.sql
\ir ../functions/head/_advance_watermark.sql

-- doorbells: tables/ff_doorbell.sql
\ir ../functions/doorbell/_owe_ring.sql
\ir ../functions/doorbell/_ring.sql
\ir ../functions/doorbell/_ring_route.sql
\ir ../functions/doorbell/_ring_at_commit.sql
\ir ../functions/doorbell/_pay_rings.sql

-- flows: tables/ff_flow.sql
\ir ../functions/flow/_is_flow_cancelled.sql
\ir ../functions/flow/_check_flow_id.sql
\ir ../functions/flow/_check_open_flow.sql
\ir ../functions/flow/_lock_flow.sql
\ir ../functions/flow/_lock_open_flow.sql
\ir ../functions/flow/_graph_revision.sql
\ir ../functions/flow/_add_member.sql
\ir ../functions/flow/_insert_flow.sql

-- limits: what a submission and a lane may say
\ir ../functions/admission/_budget_mark.sql
\ir ../functions/admission/_has_rules.sql
\ir ../functions/admission/_has_limits.sql
\ir ../functions/admission/_is_fair.sql
\ir ../functions/admission/_has_own_limits.sql
\ir ../functions/admission/_uuids_in.sql
\ir ../functions/admission/_check_quota_key.sql
\ir ../functions/admission/_require_quota_policy.sql
\ir ../functions/admission/_check_limits.sql
\ir ../functions/admission/_check_lane_options.sql
\ir ../functions/admission/_is_bucket_open.sql
\ir ../functions/admission/_open_bucket.sql

-- submitting
\ir ../functions/common/_sorted_set.sql
\ir ../functions/submission/_new_route.sql
\ir ../functions/submission/_route_for.sql
\ir ../functions/submission/_live_route.sql
\ir ../functions/submission/_merged_policy.sql
\ir ../functions/submission/_dedup_window_ms.sql
\ir ../functions/submission/_with_execution_key.sql
\ir ../functions/submission/_place.sql
\ir ../functions/submission/_schedule_submission.sql
\ir ../functions/submission/_content_digest.sql
\ir ../functions/submission/_check_submission.sql
\ir ../functions/submission/_claim_idempotency_key.sql
\ir ../functions/submission/_answer_existing.sql
\ir ../functions/submission/_submit.sql
\ir ../functions/argument/_parse_instant.sql
\ir ../functions/argument/_parse_bytes.sql
\ir ../functions/submission/_check_submission_options.sql
\ir ../functions/submission/_submission_from_options.sql
\ir ../functions/submission/_item_options.sql
\ir ../functions/submission/_per_item_options.sql
\ir ../functions/submission/_submit_alike.sql
\ir ../functions/submission/_refuse_new_items.sql
\ir ../functions/submission/_submit_each.sql

-- limits: what is taken and given back; tables/ff_quota_token.sql
\ir ../functions/admission/_lane_rules.sql
\ir ../functions/admission/_is_refused.sql
\ir ../functions/admission/_is_blocked.sql
\ir ../functions/admission/_waiting_state.sql
\ir ../functions/admission/_blocked_state.sql
\ir ../functions/grant/_route_of.sql
\ir ../functions/admission/_buckets_of.sql
\ir ../functions/admission/_budgets_of.sql
\ir ../functions/admission/_lock_token.sql
\ir ../functions/admission/_take_token.sql
\ir ../functions/admission/_share_gate.sql
\ir ../functions/admission/_wake.sql
\ir ../functions/admission/_drop_reservations.sql
\ir ../functions/admission/_release_limits.sql
\ir ../functions/admission/_lock_slots.sql
\ir ../functions/admission/_extend_slots.sql
\ir ../functions/admission/_is_told_to_stop.sql

-- the ladder of a lease holder
\ir ../functions/fence/_lock_execution.sql
\ir ../functions/fence/_read_execution.sql
\ir ../functions/fence/_fence_verdict.sql
\ir ../functions/fence/_fence_detail.sql
\ir ../functions/fence/_check_fence.sql
\ir ../functions/fence/_ended_lease.sql
\ir ../functions/fence/_ended_attempt.sql
\ir ../functions/fence/_remaining_lease.sql
\ir ../functions/fence/_released.sql
\ir ../functions/fence/_raise_fence_required.sql
\ir ../functions/fence/_typed_fence.sql
\ir ../functions/fence/_lock_leases.sql

-- suspensions: how one is closed
\ir ../functions/suspension/_is_suspended.sql
\ir ../functions/suspension/_close_suspension.sql
\ir ../functions/suspension/_resume_suspended.sql

-- how attempts and executions end
\ir ../functions/attempt/_end_attempt.sql
\ir ../functions/attempt/_end_execution.sql
\ir ../functions/attempt/_cancel_locked.sql
\ir ../functions/attempt/_may_retry.sql
\ir ../functions/attempt/_retry_delay_ms.sql
\ir ../functions/attempt/_fail_attempt.sql
\ir ../functions/attempt/_replayed_failure.sql
\ir ../functions/attempt/_fail_execution.sql
\ir ../functions/attempt/_judge_late_completion.sql
\ir ../functions/attempt/_complete_execution.sql
\ir ../functions/fence/_refuse_old_snapshot.sql
\ir ../functions/fence/_diagnose_fence.sql
\ir ../functions/attempt/_complete_batch.sql
\ir ../functions/attempt/_renew_lease.sql
\ir ../functions/attempt/_renew_batch.sql
\ir ../functions/attempt/_report_progress.sql
\ir ../functions/attempt/_delay_execution.sql
\ir ../functions/attempt/_wait_children.sql
\ir ../functions/attempt/_cancel_execution.sql
\ir ../functions/attempt/_revoke.sql
\ir ../functions/attempt/_start_over.sql

-- flows: how the graph advances when an execution ends
\ir ../functions/flow/_debt_due_at.sql
\ir ../functions/flow/_debt_head.sql
\ir ../functions/flow/_owe.sql
\ir ../functions/flow/_join_verdict.sql
\ir ../functions/flow/_resolve_edges.sql
\ir ../functions/flow/_release_children.sql
\ir ../functions/flow/_replacing_result.sql
\ir ../functions/flow/_named_inputs.sql
\ir ../functions/flow/_named_input_size.sql
\ir ../functions/flow/_feed_child.sql
\ir ../functions/flow/_skip_child.sql
\ir ../functions/flow/_losers.sql
\ir ../functions/flow/_cancel_losers.sql
\ir ../functions/flow/_settle_children.sql
\ir ../functions/flow/_resolve_dependents.sql
\ir ../functions/flow/_end_member.sql
\ir ../functions/flow/_block_child.sql
\ir ../functions/flow/_resolve_if_over.sql
\ir ../functions/flow/_reopen_join.sql
\ir ../functions/flow/_members_to_cancel.sql
\ir ../functions/flow/_cancel_members.sql
\ir ../functions/flow/_record_flow_cancelled.sql
\ir ../functions/flow/_turn_away.sql
\ir ../functions/flow/_is_ending.sql
\ir ../functions/flow/_ended_upstreams.sql
\ir ../functions/flow/_drain_flow_debts.sql
\ir ../functions/flow/_move_debt_head.sql
\ir ../functions/flow/_is_flow_owed.sql

-- claiming
\ir ../functions/claim/_open_routes.sql
\ir ../functions/claim/_due_routes.sql
\ir ../functions/claim/_best_due_routes.sql
\ir ../functions/common/_is_resumable.sql
\ir ../functions/claim/_attempt_deadline.sql
\ir ../functions/admission/_fair_routes.sql
\ir ../functions/admission/_lock_route_rows.sql
\ir ../functions/admission/_lock_fair_rows.sql
\ir ../functions/claim/_lock_due_rows.sql
\ir ../functions/claim/_reclaim_cap.sql
\ir ../functions/claim/_may_be_taken_over.sql
\ir ../functions/claim/_is_attempt_over.sql
\ir ../functions/claim/_expire_overdue.sql
\ir ../functions/claim/_interrupt_attempt.sql
\ir ../functions/suspension/_apply_timeout.sql
\ir ../functions/suspension/_settle_suspension.sql
\ir ../functions/admission/_reserved_by_others.sql
\ir ../functions/admission/_budget_shortage.sql
\ir ../functions/admission/_budget_refusal.sql
\ir ../functions/admission/_nth_free_at.sql
\ir ../functions/admission/_nth_look.sql
\ir ../functions/admission/_look_again_at.sql
\ir ../functions/admission/_adopt_admissions.sql
\ir ../functions/admission/_is_just_freed.sql
\ir ../functions/admission/_is_needed.sql
\ir ../functions/admission/_admit.sql
\ir ../functions/admission/_refuse_candidate.sql
\ir ../functions/admission/_put_off_alike.sql
\ir ../functions/admission/_admit_candidate.sql
\ir ../functions/claim/_candidate_verdict.sql
\ir ../functions/claim/_settle_candidate.sql
\ir ../functions/claim/_settle_rows.sql
\ir ../functions/claim/_record_claims.sql
\ir ../functions/claim/_take_leases.sql
\ir ../functions/claim/_claim_due.sql

-- conditions
\ir ../functions/suspension/_condition_leaves.sql
\ir ../functions/suspension/_leaf_keys.sql
\ir ../functions/suspension/_condition_keys.sql
\ir ../functions/suspension/_is_heard_by.sql
\ir ../functions/suspension/_leaf_progress.sql
\ir ../functions/suspension/_condition_holds.sql
\ir ../functions/suspension/_weigh_signal.sql
\ir ../functions/suspension/_signal_names.sql
\ir ../functions/suspension/_condition_kind.sql
\ir ../functions/suspension/_refuse_condition.sql
\ir ../functions/suspension/_check_condition_leaf.sql
\ir ../functions/suspension/_check_members.sql
\ir ../functions/suspension/_check_condition.sql

-- waitpoints and their tokens
\ir ../functions/suspension/_token_message.sql
\ir ../functions/suspension/_token_of.sql
\ir ../functions/suspension/_token_verdict.sql
\ir ../functions/suspension/_authenticate_token.sql
\ir ../functions/suspension/_new_waitpoint.sql
\ir ../functions/suspension/_waitpoint_of.sql
\ir ../functions/suspension/_is_open.sql

-- suspending
\ir ../functions/suspension/_suspended_state.sql
\ir ../functions/suspension/_check_bindings.sql
\ir ../functions/suspension/_check_suspension.sql
\ir ../functions/suspension/_known_suspension.sql
\ir ../functions/suspension/_open_suspension.sql
\ir ../functions/suspension/_is_own_signal.sql
\ir ../functions/suspension/_bind_pending.sql
\ir ../functions/suspension/_bind_waitpoints.sql
\ir ../functions/suspension/_weigh_buffered.sql
\ir ../functions/suspension/_suspension_answer.sql
\ir ../functions/suspension/_suspend_execution.sql

-- signals
\ir ../functions/suspension/_settled_suspension.sql
\ir ../functions/suspension/_check_signal.sql
\ir ../functions/suspension/_may_speak_for_others.sql
\ir ../functions/suspension/_source_key.sql
\ir ../functions/suspension/_known_signal.sql
\ir ../functions/suspension/_check_signalable.sql
\ir ../functions/suspension/_new_signal.sql
\ir ../functions/suspension/_weighed_signal.sql
\ir ../functions/suspension/_store_signal.sql
\ir ../functions/suspension/_accept_signal.sql

-- grants
\ir ../functions/grant/_parse_grant_key.sql
\ir ../functions/grant/_grant_message.sql
\ir ../functions/grant/_still_reserves.sql
\ir ../functions/grant/_reserved_until.sql
\ir ../functions/grant/_refuse_while_granted.sql
\ir ../functions/grant/_void_grants.sql
\ir ../functions/grant/_lane_closed_as.sql
\ir ../functions/grant/_missing_capabilities.sql
\ir ../functions/grant/_check_grant_arguments.sql
\ir ../functions/grant/_check_grant_notes.sql
\ir ../functions/grant/_check_redemption.sql
\ir ../functions/grant/_check_attempt_arguments.sql
\ir ../functions/admission/_try_admission.sql
\ir ../functions/admission/_require_admission.sql
\ir ../functions/admission/_limit_in_the_way.sql
\ir ../functions/admission/_admissible_state.sql
\ir ../functions/grant/_check_waiting.sql
\ir ../functions/grant/_check_claimable.sql
\ir ../functions/grant/_write_grant.sql
\ir ../functions/grant/_grant_verdict.sql
\ir ../functions/grant/_redemption_verdict.sql
\ir ../functions/grant/_require_grant.sql
\ir ../functions/grant/_lease_granted.sql
\ir ../functions/reclaim/_reclaim_obstacle.sql
\ir ../functions/reclaim/_not_reclaimed.sql
\ir ../functions/reclaim/_reclaimed.sql

-- claim heads and maintenance that rides along with claims
\ir ../functions/head/_advance_head.sql
\ir ../functions/head/_move_slow_heads.sql
\ir ../functions/head/_watch_open_writers.sql
\ir ../functions/head/_search_range_debts.sql
\ir ../functions/head/_is_owed.sql
\ir ../functions/head/_visit_debts.sql
\ir ../functions/head/_drop_debts.sql
\ir ../functions/head/_settle_debts.sql
\ir ../functions/tick/_begin_tick.sql
\ir ../functions/tick/_next_routes.sql
\ir ../functions/tick/_past_routes.sql
\ir ../functions/tick/_note_overdue.sql
\ir ../functions/tick/_fire_deadlines.sql
\ir ../functions/suspension/_note_timeouts.sql
\ir ../functions/suspension/_fire_suspension_timeouts.sql
\ir ../functions/tick/_note_lapses.sql
\ir ../functions/tick/_move_claimable.sql
\ir ../functions/tick/_mark_duplicate_routes.sql
\ir ../functions/tick/_merge_routes.sql
\ir ../functions/tick/_retire_routes.sql
\ir ../functions/tick/_trim_records.sql
\ir ../functions/admission/_next_reset_at.sql
\ir ../functions/admission/_begin_period.sql
\ir ../functions/admission/_reset_due_budgets.sql
\ir ../functions/admission/_holds_slot.sql
\ir ../functions/admission/_free_dead_slots.sql
\ir ../functions/admission/_drain_admission_debts.sql
\ir ../functions/admission/_drop_dead_reservations.sql
\ir ../functions/admission/_free_dead_reservations.sql
\ir ../functions/admission/_trim_admission.sql
\ir ../functions/admission/_align_routes.sql
\ir ../functions/admission/_tend_admission.sql

-- event: what both readers and retention ask
\ir ../functions/event/_event_floor.sql
\ir ../functions/event/_safe_event_id.sql

-- retention
\ir ../functions/retention/_is_consumed.sql
\ir ../functions/retention/_unread_since.sql
\ir ../functions/retention/_is_past_retention.sql
\ir ../functions/retention/_kept_flows.sql
\ir ../functions/retention/_lock_past_retention.sql
\ir ../functions/retention/_delete_executions.sql
\ir ../functions/retention/_nth_execution.sql
\ir ../functions/retention/_trim_executions.sql
\ir ../functions/retention/_newest_in_slot.sql
\ir ../functions/retention/_empty_slot.sql
\ir ../functions/retention/_write_to_slot.sql
\ir ../functions/retention/_event_retention_ms.sql
\ir ../functions/retention/_event_work.sql
\ir ../functions/retention/_turn_events.sql

-- tick
\ir ../functions/tick/_count_events.sql
\ir ../functions/tick/_run_tick.sql
\ir ../functions/tick/_is_tick_due.sql
\ir ../functions/tick/_ask_for_tick.sql
\ir ../functions/tick/_tick_at_commit.sql
\ir triggers.sql

-- invariants
\ir ../functions/invariant/_executions_to_check.sql
\ir ../functions/invariant/_broken_executions.sql
\ir ../functions/invariant/_broken_attempts.sql
\ir ../functions/invariant/_broken_completions.sql
\ir ../functions/invariant/_broken_keys.sql
\ir ../functions/invariant/_broken_heads.sql
\ir ../functions/invariant/_broken_grants.sql
\ir ../functions/invariant/_broken_records.sql
\ir ../functions/suspension/_broken_suspensions.sql
\ir ../functions/suspension/_broken_signals.sql
\ir ../functions/flow/_broken_flows.sql
\ir ../functions/flow/_broken_joins.sql
\ir ../functions/admission/_broken_admissions.sql
\ir ../functions/stream/_broken_streams.sql
\ir ../functions/event/_broken_events.sql

-- reading
\ir ../functions/suspension/_described_suspension.sql
\ir ../functions/suspension/_suspension_history.sql
\ir ../functions/flow/_flow_history.sql
\ir ../functions/execution/_history.sql

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
\ir ../functions/lease/ff_wait_children.sql
\ir ../functions/lease/ff_progress.sql
\ir ../functions/lease/ff_renew_batch.sql

-- doorbells
\ir ../functions/doorbell/ff_hang_doorbell.sql
\ir ../functions/doorbell/ff_look_ahead.sql

-- lease, with explicit ids
\ir ../functions/lease/ff_renew_lease.sql
\ir ../functions/lease/ff_update_progress.sql
\ir ../functions/lease/ff_complete_execution.sql
\ir ../functions/lease/ff_fail_execution.sql
\ir ../functions/lease/ff_delay_execution.sql
\ir ../functions/lease/ff_move_to_waiting_children.sql

-- lease, by operators
\ir ../functions/lease/ff_revoke_lease.sql
\ir ../functions/lease/ff_list_expired_leases.sql

-- grant: a scheduler decides, a worker redeems
\ir ../functions/grant/ff_claim_for_worker.sql
\ir ../functions/grant/ff_issue_claim_grant.sql
\ir ../functions/grant/ff_issue_grant_and_claim.sql
\ir ../functions/grant/ff_read_claim_grant_identity.sql
\ir ../functions/grant/ff_verify_grant.sql
\ir ../functions/grant/ff_claim_execution.sql
\ir ../functions/grant/ff_claim_resumed_execution.sql
\ir ../functions/grant/ff_claim_from_resume_grant.sql

-- reclaim
\ir ../functions/reclaim/ff_issue_reclaim_grant.sql
\ir ../functions/reclaim/ff_reclaim_execution.sql

-- suspension
\ir ../functions/suspension/ff_suspend.sql
\ir ../functions/suspension/ff_create_waitpoint.sql
\ir ../functions/suspension/ff_close_waitpoint.sql
\ir ../functions/suspension/ff_deliver_signal.sql
\ir ../functions/suspension/ff_deliver_approval_signal.sql
\ir ../functions/suspension/ff_resume_execution.sql
\ir ../functions/suspension/ff_observe_signals.sql
\ir ../functions/suspension/ff_list_suspended.sql
\ir ../functions/suspension/ff_list_pending_waitpoints.sql
\ir ../functions/suspension/ff_read_waitpoint_token.sql
\ir ../functions/suspension/ff_expire_suspension.sql

-- worker
\ir ../functions/worker/_is_alive.sql
\ir ../functions/worker/ff_register_worker.sql
\ir ../functions/worker/ff_heartbeat_worker.sql
\ir ../functions/worker/ff_mark_worker_dead.sql
\ir ../functions/worker/ff_list_workers.sql

-- flow
\ir ../functions/flow/_described_edge.sql
\ir ../functions/flow/_leads_to.sql
\ir ../functions/flow/_check_join_policy.sql
\ir ../functions/flow/_check_new_edge.sql
\ir ../functions/flow/_check_edge.sql
\ir ../functions/flow/_stage_edge.sql
\ir ../functions/flow/ff_create_flow.sql
\ir ../functions/flow/ff_add_execution_to_flow.sql
\ir ../functions/flow/ff_set_edge_group_policy.sql
\ir ../functions/flow/ff_stage_dependency_edge.sql
\ir ../functions/flow/ff_apply_dependency_to_child.sql
\ir ../functions/flow/ff_cancel_flow.sql

-- flow: a whole one in one call
\ir ../functions/flow/_raise_node.sql
\ir ../functions/flow/_json_path.sql
\ir ../functions/flow/_check_flow_node.sql
\ir ../functions/flow/_check_flow_document.sql
\ir ../functions/flow/_node_numbers.sql
\ir ../functions/flow/_flow_edges.sql
\ir ../functions/flow/_join_fault.sql
\ir ../functions/flow/_check_joins.sql
\ir ../functions/flow/_find_cycle.sql
\ir ../functions/flow/_check_flow_edges.sql
\ir ../functions/flow/_has_upstreams.sql
\ir ../functions/flow/_place_nodes.sql
\ir ../functions/flow/_insert_nodes.sql
\ir ../functions/flow/_insert_joins.sql
\ir ../functions/flow/_submit_nodes.sql
\ir ../functions/flow/_submitted_flow.sql
\ir ../functions/flow/_answer_submitted_flow.sql
\ir ../functions/flow/ff_submit_flow.sql

-- flow: reading
\ir ../functions/flow/_member_states.sql
\ir ../functions/flow/_was_dispensable.sql
\ir ../functions/flow/_counted_flow.sql
\ir ../functions/flow/_described_members.sql
\ir ../functions/flow/_described_joins.sql
\ir ../functions/flow/_diagram_text.sql
\ir ../functions/flow/_diagram_label.sql
\ir ../functions/flow/ff_evaluate_flow_eligibility.sql
\ir ../functions/flow/ff_describe_flow.sql
\ir ../functions/flow/ff_list_flows.sql
\ir ../functions/flow/ff_describe_edge.sql
\ir ../functions/flow/ff_list_edges.sql
\ir ../functions/flow/ff_flow_summary.sql
\ir ../functions/flow/ff_flow_diagram.sql
\ir ../functions/flow/ff_set_flow_tag.sql
\ir ../functions/flow/ff_get_flow_tag.sql

-- access: who may act in a lane
\ir ../functions/access/_check_verbs.sql
\ir ../functions/access/_check_role.sql
\ir ../functions/access/_lock_lane.sql
\ir ../functions/access/_check_lane_grantor.sql
\ir ../functions/access/_record_lane_event.sql
\ir ../functions/access/ff_grant_lane.sql
\ir ../functions/access/ff_revoke_lane.sql
\ir ../functions/access/ff_list_lane_grants.sql
-- admission
\ir ../functions/admission/_retry_after_ms.sql
\ir ../functions/admission/_standing_admission.sql
\ir ../functions/admission/ff_create_quota_policy.sql
\ir ../functions/admission/ff_read_quota_policy_limits.sql
\ir ../functions/admission/ff_check_admission.sql
\ir ../functions/admission/ff_release_admission.sql
\ir ../functions/admission/_check_amounts.sql
\ir ../functions/admission/_check_dedup_key.sql
\ir ../functions/admission/_check_dimensions.sql
\ir ../functions/admission/_lock_budget.sql
\ir ../functions/admission/_hard_breach.sql
\ir ../functions/admission/_soft_breach.sql
\ir ../functions/admission/_stop_flow.sql
\ir ../functions/admission/_record_breach.sql
\ir ../functions/admission/_add_usage.sql
\ir ../functions/admission/_charge_budget.sql
\ir ../functions/admission/_set_reservation.sql
\ir ../functions/admission/_take_back_spend.sql
\ir ../functions/admission/ff_create_budget.sql
\ir ../functions/admission/ff_report_usage.sql
\ir ../functions/admission/ff_record_spend.sql
\ir ../functions/admission/ff_reserve_budget.sql
\ir ../functions/admission/ff_release_budget.sql
\ir ../functions/admission/ff_reset_budget.sql
\ir ../functions/admission/ff_get_budget_status.sql
\ir ../functions/admission/_blockable_state.sql
\ir ../functions/admission/ff_block_execution.sql
\ir ../functions/admission/ff_unblock_execution.sql
-- event: reading what happened
\ir ../functions/event/_format_cursor.sql
\ir ../functions/event/_parse_cursor.sql
\ir ../functions/event/_fresh_watermark.sql
\ir ../functions/event/_check_event_filter.sql
\ir ../functions/event/_is_wanted.sql
\ir ../functions/event/_is_shown_event.sql
\ir ../functions/event/_event_item.sql
\ir ../functions/event/_batch_items.sql
\ir ../functions/event/_read_page.sql
\ir ../functions/event/_first_position.sql
\ir ../functions/event/_check_not_trimmed.sql
\ir ../functions/event/_find_consumer.sql
\ir ../functions/event/ff_read_events.sql
\ir ../functions/event/ff_await_events.sql
\ir ../functions/event/ff_create_consumer.sql
\ir ../functions/event/ff_read_consumer.sql
\ir ../functions/event/ff_ack_consumer.sql
\ir ../functions/event/ff_list_consumers.sql
\ir ../functions/event/ff_drop_consumer.sql

-- stream: output of attempts while they run
\ir ../functions/stream/_format_frame_cursor.sql
\ir ../functions/stream/_parse_frame_cursor.sql
\ir ../functions/stream/_without_sentinels.sql
\ir ../functions/stream/_merge_patch.sql
\ir ../functions/stream/_patch_of.sql
\ir ../functions/stream/_stream_end.sql
\ir ../functions/stream/_stream_of.sql
\ir ../functions/stream/_check_frame.sql
\ir ../functions/stream/_check_stream_size.sql
\ir ../functions/stream/_best_effort_length.sql
\ir ../functions/stream/_note_frame.sql
\ir ../functions/stream/_store_stream.sql
\ir ../functions/stream/_trim_frames.sql
\ir ../functions/stream/_ring_stream_bells.sql
\ir ../functions/stream/_stream_execution.sql
\ir ../functions/stream/_frame_item.sql
\ir ../functions/stream/ff_append_frame.sql
\ir ../functions/stream/ff_read_stream.sql
\ir ../functions/stream/ff_read_summary.sql
\ir ../functions/stream/ff_await_frames.sql

-- retention
\ir ../functions/retention/ff_trim_retention.sql
\ir ../functions/retention/ff_set_event_retention.sql
-- explaining: one function a gate, in the order in which they are judged
\ir ../functions/explain/_is_leased.sql
\ir ../functions/explain/_blockers.sql
\ir ../functions/explain/_waited_for.sql
\ir ../functions/explain/_capable_workers.sql
\ir ../functions/explain/_gate_phase.sql
\ir ../functions/explain/_gate_lane.sql
\ir ../functions/explain/_gate_flow.sql
\ir ../functions/explain/_gate_time.sql
\ir ../functions/explain/_gate_dependencies.sql
\ir ../functions/explain/_gate_operator.sql
\ir ../functions/explain/_gate_budget.sql
\ir ../functions/explain/_quota_shortage.sql
\ir ../functions/explain/_gate_quota.sql
\ir ../functions/explain/_gate_capabilities.sql
\ir ../functions/explain/_gate_grant.sql
\ir ../functions/explain/_gate_lease.sql
\ir ../functions/explain/_gate_suspension.sql
\ir ../functions/explain/_gate_deadline.sql
\ir ../functions/explain/_gate_attempts.sql
\ir ../functions/explain/_gate_route.sql
\ir ../functions/explain/_gate_lock.sql
\ir ../functions/explain/_gate_position.sql
\ir ../functions/explain/_explained_verdict.sql
\ir ../functions/explain/ff_explain.sql

-- operator
\ir ../functions/operator/ff_tick.sql
\ir ../functions/operator/ff_check.sql
\ir ../functions/operator/_estimated_states.sql
\ir ../functions/operator/_counted_states.sql
\ir ../functions/operator/_sampled_states.sql
\ir ../functions/operator/ff_overview.sql
\ir ../functions/operator/ff_version.sql
\ir ../functions/operator/ff_server_time.sql

-- views that may be read with SQL; their clock is ff_server_time
\ir views/ff_due_work.sql
\ir views/ff_hidden_lane.sql
\ir views/ff_executions.sql
\ir views/ff_attempts.sql
\ir views/ff_lanes.sql
\ir views/ff_stuck.sql
\ir views/ff_throughput.sql

-- health: a function for each group of checks
\ir ../functions/health/_health_verdict.sql
\ir ../functions/health/_health_of_cleanup.sql
\ir ../functions/health/_health_of_tables.sql
\ir ../functions/health/_health_of_heads.sql
\ir ../functions/health/_health_of_work.sql
\ir ../functions/health/_health_of_maintenance.sql
\ir ../functions/health/_health_of_installation.sql
\ir ../functions/health/_health_of_events.sql
\ir ../functions/health/_health_of_limits.sql
\ir ../functions/health/ff_health.sql

-- metrics
\ir ../functions/metrics/_metric_families.sql
\ir ../functions/metrics/_metric_labels.sql
\ir ../functions/metrics/_counter_metrics.sql
\ir ../functions/metrics/_lane_metrics.sql
\ir ../functions/metrics/_latency_metrics.sql
\ir ../functions/metrics/_state_metrics.sql
\ir ../functions/metrics/ff_metrics.sql

-- who may do what; after everything else, for functions are born executable by everybody
\ir privileges.sql
