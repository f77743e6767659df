-- FlowFabric: a durable execution engine of stored procedures.
--
-- This file is the table of contents: tables and types, then the functions of each room in the
-- order in which a user meets them. Functions may stand in any order, because their bodies are
-- checked at the end; tools/build.py makes dist/flowfabric.sql of it. docs/inside.md is a tour of
-- the house.

-- the schema, and the roles that may use it
\ir schema.sql
\ir roles.sql

-- types: the state of an execution, the fence of a lease, what functions answer
\ir types/name.sql
\ir types/state.sql
\ir types/fence.sql
\ir types/submission.sql
\ir types/answers.sql
\ir types/bulk.sql
\ir types/grant.sql
\ir types/suspension.sql
\ir types/step.sql
\ir types/flow.sql
\ir types/access.sql
\ir types/admission.sql
\ir types/event.sql
\ir types/stream.sql
\ir types/retention.sql
\ir types/operator.sql
\ir types/job.sql
\ir types/lapse.sql

-- tables
\ir tables/ff_meta.sql
\ir tables/ff_error_code.sql
\ir error_codes.sql
\ir tables/ff_privilege.sql
\ir tables/ff_state_vector.sql
\ir tables/ff_lane.sql
\ir tables/ff_lane_grant.sql
\ir tables/ff_tag_index.sql
\ir tables/ff_switch.sql
\ir tables/ff_route.sql
\ir tables/ff_lane_count.sql
\ir tables/ff_exec_core.sql
\ir tables/ff_attempt.sql
\ir tables/ff_unsuccessful.sql
\ir tables/ff_event.sql
\ir tables/ff_consumer.sql
\ir tables/ff_reader_bell.sql
\ir tables/ff_stream.sql
\ir tables/ff_idempotency.sql
\ir tables/ff_key_move.sql
\ir tables/ff_hmac_key.sql
\ir tables/ff_claim_grant.sql
\ir tables/ff_worker.sql
\ir tables/ff_suspension.sql
\ir tables/ff_waitpoint.sql
\ir tables/ff_signal.sql
\ir tables/ff_step.sql
\ir tables/ff_meeting.sql
\ir tables/ff_mailbox.sql
\ir tables/ff_cancel_request.sql
\ir tables/ff_flow.sql
\ir tables/ff_edge.sql
\ir tables/ff_edge_group.sql
\ir tables/ff_flow_todo.sql
\ir tables/ff_quota_policy.sql
\ir tables/ff_quota_token.sql
\ir tables/ff_limit_lock.sql
\ir tables/ff_admission_wait.sql
\ir tables/ff_budget.sql
\ir tables/ff_fair_turn.sql
\ir tables/ff_submitter_limit.sql

-- tables of the claim heads and of maintenance: docs/claim-heads.md
\ir tables/ff_gate.sql
\ir tables/ff_head.sql
\ir tables/ff_clock_record.sql
\ir tables/ff_debt.sql
\ir tables/ff_range_debt.sql
\ir tables/ff_lapse_debt.sql
\ir tables/ff_lapsed_lease.sql
\ir tables/ff_event_watermark.sql
\ir tables/ff_tick_log.sql
\ir tables/ff_job_slot.sql
\ir tables/ff_tick_request.sql
\ir tables/ff_job_error.sql
\ir tables/ff_retention_log.sql

-- doorbells: how workers that sleep are woken
\ir tables/ff_doorbell.sql

-- views that functions read
\ir views/ff_event_log.sql
\ir tables/ff_statistic.sql
\ir views/ff_attempt_item.sql
\ir views/ff_event_item.sql
\ir views/ff_event_views.sql

-- base: used by all rooms: the clock, ids and handles, arguments, rights, routes, refusals
\ir ../functions/base/_*.sql

-- submit: submitting work
\ir ../functions/submit/ff_create_execution.sql
\ir ../functions/submit/ff_create_executions.sql
\ir ../functions/submit/_*.sql

-- claim: claiming work, and being woken for it
\ir ../functions/claim/ff_claim.sql
\ir ../functions/claim/ff_claim_batch.sql
\ir ../functions/claim/ff_next_due_in_ms.sql
\ir ../functions/claim/ff_look_ahead.sql
\ir ../functions/claim/ff_hang_doorbell.sql
\ir ../functions/claim/_*.sql

-- lease: calls of a lease holder: by its handle, or with explicit ids
\ir ../functions/lease/ff_renew.sql
\ir ../functions/lease/ff_renew_batch.sql
\ir ../functions/lease/ff_progress.sql
\ir ../functions/lease/ff_assert_lease.sql
\ir ../functions/lease/ff_complete.sql
\ir ../functions/lease/ff_complete_batch.sql
\ir ../functions/lease/ff_fail.sql
\ir ../functions/lease/ff_delay.sql
\ir ../functions/lease/ff_wait_children.sql
\ir ../functions/lease/ff_renew_lease.sql
\ir ../functions/lease/ff_update_progress.sql
\ir ../functions/lease/ff_complete_execution.sql
\ir ../functions/lease/ff_fail_execution.sql
\ir ../functions/lease/ff_delay_execution.sql
\ir ../functions/lease/ff_move_to_waiting_children.sql
\ir ../functions/lease/ff_list_expired_leases.sql
\ir ../functions/lease/ff_revoke_lease.sql
\ir ../functions/lease/_*.sql

-- execution: finding, reading, cancelling, rescheduling and replaying executions, one or many
\ir ../functions/execution/ff_describe_execution.sql
\ir ../functions/execution/ff_read_execution_state.sql
\ir ../functions/execution/ff_get_execution_result.sql
\ir ../functions/execution/ff_await_result.sql
\ir ../functions/execution/ff_find_executions.sql
\ir ../functions/execution/ff_list_executions.sql
\ir ../functions/execution/ff_list_attempts.sql
\ir ../functions/execution/ff_set_execution_tag.sql
\ir ../functions/execution/ff_get_execution_tag.sql
\ir ../functions/execution/ff_change_priority.sql
\ir ../functions/execution/ff_cancel_execution.sql
\ir ../functions/execution/ff_reschedule_execution.sql
\ir ../functions/execution/ff_replay_execution.sql
\ir ../functions/execution/ff_cancel_executions.sql
\ir ../functions/execution/ff_replay_executions.sql
\ir ../functions/execution/ff_reschedule_executions.sql
\ir ../functions/execution/ff_change_priorities.sql
\ir ../functions/execution/ff_erase_executions.sql
\ir ../functions/execution/_*.sql

-- lane: lanes and the rights in them
\ir ../functions/lane/ff_register_lane.sql
\ir ../functions/lane/ff_set_lane_state.sql
\ir ../functions/lane/ff_list_lanes.sql
\ir ../functions/lane/ff_grant_lane.sql
\ir ../functions/lane/ff_revoke_lane.sql
\ir ../functions/lane/ff_list_lane_grants.sql
\ir ../functions/lane/ff_set_default_access.sql
\ir ../functions/lane/ff_set_default_policy.sql
\ir ../functions/lane/ff_set_owner.sql
\ir ../functions/lane/_*.sql

-- grant: a scheduler decides, a worker redeems; lapsed leases taken over by grant
\ir ../functions/grant/ff_claim_for_worker.sql
\ir ../functions/grant/ff_issue_claim_grant.sql
\ir ../functions/grant/ff_read_claim_grant_identity.sql
\ir ../functions/grant/ff_verify_grant.sql
\ir ../functions/grant/ff_claim_execution.sql
\ir ../functions/grant/ff_claim_resumed_execution.sql
\ir ../functions/grant/ff_claim_from_resume_grant.sql
\ir ../functions/grant/ff_issue_grant_and_claim.sql
\ir ../functions/grant/ff_issue_reclaim_grant.sql
\ir ../functions/grant/ff_reclaim_execution.sql
\ir ../functions/grant/_*.sql

-- flow: executions that wait for each other
\ir ../functions/flow/ff_submit_flow.sql
\ir ../functions/flow/ff_create_flow.sql
\ir ../functions/flow/ff_add_execution_to_flow.sql
\ir ../functions/flow/ff_set_edge_group_policy.sql
\ir ../functions/flow/ff_stage_dependency_edge.sql
\ir ../functions/flow/ff_apply_dependency_to_child.sql
\ir ../functions/flow/ff_evaluate_flow_eligibility.sql
\ir ../functions/flow/ff_cancel_flow.sql
\ir ../functions/flow/ff_describe_flow.sql
\ir ../functions/flow/ff_flow_summary.sql
\ir ../functions/flow/ff_list_flows.sql
\ir ../functions/flow/ff_describe_edge.sql
\ir ../functions/flow/ff_list_edges.sql
\ir ../functions/flow/ff_flow_diagram.sql
\ir ../functions/flow/ff_set_flow_tag.sql
\ir ../functions/flow/ff_get_flow_tag.sql
\ir ../functions/flow/_*.sql

-- suspension: waiting for signals and approvals
\ir ../functions/suspension/ff_suspend.sql
\ir ../functions/suspension/ff_create_waitpoint.sql
\ir ../functions/suspension/ff_close_waitpoint.sql
\ir ../functions/suspension/ff_read_waitpoint_token.sql
\ir ../functions/suspension/ff_read_waitpoint.sql
\ir ../functions/suspension/ff_deliver_signal.sql
\ir ../functions/suspension/ff_deliver_approval_signal.sql
\ir ../functions/suspension/ff_observe_signals.sql
\ir ../functions/suspension/ff_resume_execution.sql
\ir ../functions/suspension/ff_expire_suspension.sql
\ir ../functions/suspension/ff_list_suspended.sql
\ir ../functions/suspension/ff_list_pending_waitpoints.sql
\ir ../functions/suspension/_*.sql

-- step: work that remembers; children, and waiting for them
\ir ../functions/step/ff_save_step.sql
\ir ../functions/step/ff_list_steps.sql
\ir ../functions/step/ff_sleep.sql
\ir ../functions/step/ff_wait_signal.sql
\ir ../functions/step/ff_send_signal.sql
\ir ../functions/step/ff_spawn.sql
\ir ../functions/step/ff_spawn_batch.sql
\ir ../functions/step/ff_await_children.sql
\ir ../functions/step/ff_list_children.sql
\ir ../functions/step/ff_continue_as_new.sql
\ir ../functions/step/_*.sql

-- event: reading what happened
\ir ../functions/event/ff_read_events.sql
\ir ../functions/event/ff_await_events.sql
\ir ../functions/event/ff_create_consumer.sql
\ir ../functions/event/ff_read_consumer.sql
\ir ../functions/event/ff_ack_consumer.sql
\ir ../functions/event/ff_list_consumers.sql
\ir ../functions/event/ff_drop_consumer.sql
\ir ../functions/event/_*.sql

-- stream: output of attempts while they run
\ir ../functions/stream/ff_append_frame.sql
\ir ../functions/stream/ff_read_stream.sql
\ir ../functions/stream/ff_read_summary.sql
\ir ../functions/stream/ff_await_frames.sql
\ir ../functions/stream/_*.sql

-- worker: the register of workers
\ir ../functions/worker/ff_register_worker.sql
\ir ../functions/worker/ff_heartbeat_worker.sql
\ir ../functions/worker/ff_unregister_worker.sql
\ir ../functions/worker/ff_mark_worker_dead.sql
\ir ../functions/worker/ff_list_workers.sql
\ir ../functions/worker/_*.sql

-- keystore: signing keys
\ir ../functions/keystore/ff_seed_waitpoint_secret.sql
\ir ../functions/keystore/ff_rotate_waitpoint_secret.sql
\ir ../functions/keystore/ff_list_waitpoint_keys.sql
\ir ../functions/keystore/_*.sql

-- retention: removing what ended long ago
\ir ../functions/retention/ff_trim_retention.sql
\ir ../functions/retention/ff_set_event_retention.sql
\ir ../functions/retention/ff_recycle_events.sql
\ir ../functions/retention/_*.sql

-- limit: quotas and budgets
\ir ../functions/limit/ff_create_quota_policy.sql
\ir ../functions/limit/ff_read_quota_policy_limits.sql
\ir ../functions/limit/ff_list_quota_policies.sql
\ir ../functions/limit/ff_check_admission.sql
\ir ../functions/limit/ff_release_admission.sql
\ir ../functions/limit/ff_create_budget.sql
\ir ../functions/limit/ff_get_budget_status.sql
\ir ../functions/limit/ff_list_budgets.sql
\ir ../functions/limit/ff_report_usage.sql
\ir ../functions/limit/ff_record_spend.sql
\ir ../functions/limit/ff_reserve_budget.sql
\ir ../functions/limit/ff_release_budget.sql
\ir ../functions/limit/ff_reset_budget.sql
\ir ../functions/limit/ff_set_submitter_limit.sql
\ir ../functions/limit/ff_remove_submitter_limit.sql
\ir ../functions/limit/ff_list_submitter_limits.sql
\ir ../functions/limit/ff_block_execution.sql
\ir ../functions/limit/ff_unblock_execution.sql
\ir ../functions/limit/_*.sql

-- upkeep: claim heads (docs/claim-heads.md), debts, deadlines, ticks
\ir ../functions/upkeep/ff_tick.sql
\ir ../functions/upkeep/_*.sql

-- check: invariants
\ir ../functions/check/ff_check.sql
\ir ../functions/check/ff_check_page.sql
\ir ../functions/check/_*.sql

-- look: answers for operators: why, how much, how healthy
\ir ../functions/look/ff_explain.sql
\ir ../functions/look/ff_history.sql
\ir ../functions/look/ff_overview.sql
\ir ../functions/look/ff_statistics.sql
\ir ../functions/look/ff_health.sql
\ir ../functions/look/ff_metrics.sql
\ir ../functions/look/ff_server_time.sql
\ir ../functions/look/ff_version.sql
\ir ../functions/look/_*.sql

-- views that may be read with SQL; their clock is ff_server_time
\ir views/ff_due_work.sql
\ir views/ff_hidden_lane.sql
\ir views/ff_executions.sql
\ir views/ff_attempts.sql
\ir views/ff_lanes.sql
\ir views/ff_stuck.sql
\ir views/ff_throughput.sql

-- the first rows, and the triggers at a commit
\ir first_key.sql
\ir first_turn.sql
\ir triggers.sql

-- rights; last, because new functions are executable by all roles
\ir privileges.sql
