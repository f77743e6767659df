create or replace function _metric_families()
returns table (family text, metric_type text, help text)
language sql
immutable
as $_metric_families$
    values
    ('ff_attempt_outcome_total', 'counter', 'Attempts that ended, by lane and outcome.'),
    ('ff_budget_hit_total', 'counter', 'Charges that a hard limit refused, by dimension.'),
    ('ff_cancel_backlog_depth', 'gauge', 'Cancelled flows with members still to be cancelled.'),
    ('ff_claim_to_complete_seconds', 'gauge', 'Duration of the last attempts, by quantile.'),
    ('ff_claim_total', 'counter', 'Leases that were given, and takeovers among them.'),
    ('ff_completion_total', 'counter', 'Executions that ended, by outcome.'),
    ('ff_consumer_backlog', 'gauge', 'Events that a consumer has not acknowledged.'),
    ('ff_create_to_claim_seconds', 'gauge', 'Wait for the first claim, by quantile.'),
    ('ff_edge_group_policy_total', 'counter', 'Joins of flows that got a policy, by policy.'),
    ('ff_event_backlog', 'gauge', 'Events that were written and cannot be read yet.'),
    ('ff_executions', 'gauge', 'Executions by lane and state; bounded, see ff_overview.'),
    ('ff_flow_backlog', 'gauge', 'Consequences in flows and families left to do, up to 10,000.'),
    ('ff_health_verdict', 'gauge', 'Checks of ff_health: 0 ok, 1 warning, 2 critical.'),
    ('ff_lease_event_total', 'counter', 'Leases that were handed back, revoked or lost.'),
    ('ff_lease_renewal_total', 'counter', 'Leases that were renewed.'),
    ('ff_limit_waiting', 'gauge', 'Executions that wait for limits, by kind, up to 10,000.'),
    ('ff_oldest_due_seconds', 'gauge', 'Waiting time of the oldest due execution.'),
    ('ff_operator_action_total', 'counter', 'Calls of operators, by kind.'),
    ('ff_passed_rows', 'gauge', 'Locked rows that claims passed and ticks visit again.'),
    ('ff_queue_depth', 'gauge', 'Executions of a lane that are due, up to 1,000 a route.'),
    ('ff_quota_hit_total', 'counter', 'Refusals by quota policies, by reason.'),
    ('ff_scanner_cycle_total', 'counter', 'Ticks that ran.'),
    ('ff_sibling_cancel_dispatched_total', 'counter', 'Flow members cancelled by a decided join.'),
    ('ff_signal_total', 'counter', 'Signals that were accepted.'),
    ('ff_suspension_end_total', 'counter', 'Suspensions that ended, by resumption or timeout.'),
    ('ff_tick_age_seconds', 'gauge', 'Time since the last tick.'),
    ('ff_version_info', 'gauge', 'The installed version; the value is 1.'),
    ('ff_wait_end_total', 'counter', 'Waits by steps that ended while no worker held them.'),
    ('ff_workers', 'gauge', 'Registered workers, alive or silent.')
$_metric_families$;

comment on function _metric_families is 'The measures of ff_metrics: names, types and help texts.';
