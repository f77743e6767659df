create type ff_event_page as (
    events jsonb,
    next_cursor text,
    has_more boolean
);

create type ff_created_consumer as (
    outcome text,
    consumer text,
    cursor text
);

create type ff_acked_consumer as (
    outcome text,
    consumer text,
    cursor text
);

create type ff_consumer_description as (
    consumer text,
    kinds text[],
    namespace text,
    tag_key text,
    tag_value text,
    max_lag_ms bigint,
    cursor text,
    read_cursor text,
    backlog bigint,
    oldest_unread_at timestamptz,
    created_at timestamptz,
    created_by text,
    owner text,
    last_read_at timestamptz,
    last_acked_at timestamptz
);

create type ff_event_wait as (
    is_ready boolean,
    channel text
);

-- The place of a reader: it has read all events before this one, and this many items of it.
create type _event_position as (
    event_id bigint,
    ordinal integer
);

-- The filter of a reader; a null means everything.
create type _event_filter as (
    kinds text[],
    namespace text,
    tag_key text,
    tag_value text
);

create type _event_page as (
    events jsonb[],
    end_position _event_position,
    has_more boolean
);

comment on type ff_event_page is 'Answer of ff_read_events and ff_read_consumer.';
comment on column ff_event_page.events is 'The events in order: a JSON array of objects.';
comment on column ff_event_page.next_cursor is 'Where the next page begins.';
comment on column ff_event_page.has_more is 'Whether the next page can be read at once.';

comment on type ff_created_consumer is 'Answer of ff_create_consumer.';
comment on column ff_created_consumer.outcome is 'created or exists.';
comment on column ff_created_consumer.consumer is 'The name of the consumer.';
comment on column ff_created_consumer.cursor is 'Where the consumer goes on.';

comment on type ff_acked_consumer is 'Answer of ff_ack_consumer.';
comment on column ff_acked_consumer.outcome is 'acked or already_acked.';
comment on column ff_acked_consumer.consumer is 'The name of the consumer.';
comment on column ff_acked_consumer.cursor is 'Where the consumer goes on.';

comment on type ff_consumer_description is 'Answer of ff_list_consumers.';
comment on column ff_consumer_description.consumer is 'The name of the consumer.';
comment on column ff_consumer_description.kinds is 'The kinds of events that it reads; null: all.';
comment on column ff_consumer_description.namespace is 'The namespace that it reads; null: all.';
comment on column ff_consumer_description.tag_key is 'The tag whose events it reads; null: all are read.';
comment on column ff_consumer_description.tag_value is 'The value of that tag; null: any.';
comment on column ff_consumer_description.max_lag_ms is 'For how long unread events are kept for it; null: for ever.';
comment on column ff_consumer_description.cursor is 'Where it goes on; everything before is acknowledged.';
comment on column ff_consumer_description.read_cursor is 'Where what it has read ends.';
comment on column ff_consumer_description.backlog is 'The number of events behind cursor, before the filter.';
comment on column ff_consumer_description.oldest_unread_at is 'When the oldest of these was written; null: the backlog is empty.';
comment on column ff_consumer_description.created_at is 'When it was created.';
comment on column ff_consumer_description.created_by is 'The login that created it.';
comment on column ff_consumer_description.owner is 'The role that it belongs to.';
comment on column ff_consumer_description.last_read_at is 'When it last got something new; null: never.';
comment on column ff_consumer_description.last_acked_at is 'When it last acknowledged; null: never.';

comment on type ff_event_wait is 'Answer of ff_await_events and ff_await_frames.';
comment on column ff_event_wait.is_ready is 'Whether there is something to read already.';
comment on column ff_event_wait.channel is 'The channel of the notification.';

comment on type _event_position is 'Where a reader of events is.';
comment on type _event_filter is 'Which events a reader wants.';
comment on type _event_page is 'Events, and where the next page begins.';
