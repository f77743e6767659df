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
comment on type ff_event_retention is 'Answer of ff_set_event_retention.';
comment on type ff_recycled_events is 'Answer of ff_recycle_events.';
