-- What operators are told: why an execution does not run, how the installation is, what there is.
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

create type _due_work as (
    route_id integer,
    lane_id text,
    due_count integer,
    oldest_at timestamptz
);

comment on type _gate is 'One gate that an execution has to pass before a claim takes it, and what it says.';
comment on type ff_explained_gate is 'Answer of ff_explain: one gate, in order; the last row is the verdict.';
comment on type ff_overview_entry is 'Answer of ff_overview: how many executions of a lane are in a state; counted is exact, at_least or estimate.';
comment on type ff_health_check is 'Answer of ff_health: one check; verdict is ok, warning or critical.';
comment on type _due_work is 'How much waits in a route, counted up to a bound, and since when.';

create type _metric as (
    family text,
    labels jsonb,
    value numeric
);

comment on type _metric is 'One sample of ff_metrics; its family has a name, a type and a help text.';
