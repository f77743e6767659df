-- Answers for operators: why an execution does not run, the health of the installation, its
-- contents.
create type _gate as (
    gate text,
    passed boolean,
    outcome text,
    detail jsonb,
    changed_by text,
    changes_at timestamptz
);

create type ff_explained_gate as (
    ordinal integer,
    gate text,
    passed boolean,
    outcome text,
    detail jsonb,
    changed_by text,
    changes_at timestamptz,
    changes_in_ms bigint
);

create type ff_overview_entry as (
    lane_id text,
    lane_state text,
    public_state text,
    execution_count bigint,
    counted text
);

create type ff_health_check as (
    check_name text,
    verdict text,
    detail jsonb,
    hint text
);

create type ff_statistics_entry as (
    lane_id text,
    minute_at timestamptz,
    submitted bigint,
    started bigint,
    completed bigint,
    failed bigint,
    retried bigint,
    taken_over bigint
);

create type _event_count as (
    what text,
    lane_id text,
    minute_at timestamptz,
    execution_count bigint
);

create type _due_work as (
    route_id integer,
    lane_id text,
    due_count integer,
    oldest_at timestamptz
);

comment on type _gate is 'One condition that an execution has to pass before a claim takes it, and its result.';
comment on type ff_explained_gate is 'Answer of ff_explain: one gate, in order; the last row is the verdict.';
comment on column ff_explained_gate.ordinal is 'The number of the row, from 1.';
comment on column ff_explained_gate.gate is 'The name of the gate; the last row is the verdict.';
comment on column ff_explained_gate.passed is 'Whether the gate is open.';
comment on column ff_explained_gate.outcome is 'The finding of the gate, in one word.';
comment on column ff_explained_gate.detail is 'The facts behind it, a JSON object.';
comment on column ff_explained_gate.changed_by is 'The event or person that can open it; null: it is open, or nothing will open it.';
comment on column ff_explained_gate.changes_at is 'When time opens it; null: time does not.';
comment on column ff_explained_gate.changes_in_ms is 'Milliseconds until changes_at; null: time does not open it.';

comment on type ff_overview_entry is 'Answer of ff_overview: how many executions of a lane are in a state; counted is exact, at_least or estimate.';
comment on column ff_overview_entry.lane_id is 'The lane; null: all lanes together.';
comment on column ff_overview_entry.lane_state is 'The state of the lane: active, paused, draining or disabled; null: all lanes together.';
comment on column ff_overview_entry.public_state is 'The public state: waiting, delayed, rate_limited, waiting_children, active, suspended, completed, failed, cancelled, expired or skipped.';
comment on column ff_overview_entry.execution_count is 'The number of executions of the lane in the state.';
comment on column ff_overview_entry.counted is 'exact, at_least or estimate.';

comment on type ff_health_check is 'Answer of ff_health: one check; verdict is ok, warning or critical.';
comment on column ff_health_check.check_name is 'The name of the check.';
comment on column ff_health_check.verdict is 'ok, warning or critical.';
comment on column ff_health_check.detail is 'The facts behind it, a JSON object.';
comment on column ff_health_check.hint is 'The advice to the operator; null: the verdict is ok.';

comment on type ff_statistics_entry is 'Answer of ff_statistics: a lane in a minute.';
comment on column ff_statistics_entry.lane_id is 'The lane.';
comment on column ff_statistics_entry.minute_at is 'The beginning of the minute.';
comment on column ff_statistics_entry.submitted is 'Executions that were submitted.';
comment on column ff_statistics_entry.started is 'Claims: of first attempts, retries, replays and resumed executions, but not takeovers.';
comment on column ff_statistics_entry.completed is 'Executions that completed.';
comment on column ff_statistics_entry.failed is 'Executions that failed or expired.';
comment on column ff_statistics_entry.retried is 'Attempts that failed and left a retry.';
comment on column ff_statistics_entry.taken_over is 'Claims of executions whose lease was lost.';

comment on type _event_count is 'How many executions some events concern, or were submitted, in a lane and a minute.';
comment on type _due_work is 'How much waits in a route, counted up to a bound, and since when.';

create type _metric as (
    family text,
    labels jsonb,
    value numeric
);

comment on type _metric is 'One sample of ff_metrics; its family has a name, a type and a help text.';
