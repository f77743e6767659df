create type ff_trimmed_executions as (
    trimmed integer,
    more boolean
);

create type ff_event_retention as (
    retention_ms bigint
);

create type ff_recycled_events as (
    emptied integer,
    more boolean
);

comment on type ff_trimmed_executions is 'Answer of ff_trim_retention.';
comment on column ff_trimmed_executions.trimmed is 'The number of executions that were removed.';
comment on column ff_trimmed_executions.more is 'Whether there may be more to remove.';

comment on type ff_event_retention is 'Answer of ff_set_event_retention.';
comment on column ff_event_retention.retention_ms is 'For how long events are kept at least.';

comment on type ff_recycled_events is 'Answer of ff_recycle_events.';
comment on column ff_recycled_events.emptied is 'The number of parts that were emptied: 0 or 1.';
comment on column ff_recycled_events.more is 'Whether there is more to do.';
