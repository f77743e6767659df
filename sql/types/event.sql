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
    last_read_at timestamptz,
    last_acked_at timestamptz
);

create type ff_event_wait as (
    is_ready boolean,
    channel text
);

-- Where a reader is: it has had everything before the event, and so many items of the event.
create type _event_position as (
    event_id bigint,
    ordinal integer
);

-- What a reader wants to see; a null wants everything.
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
comment on type ff_created_consumer is 'Answer of ff_create_consumer.';
comment on type ff_acked_consumer is 'Answer of ff_ack_consumer.';
comment on type ff_consumer_description is 'Answer of ff_list_consumers.';
comment on type ff_event_wait is 'Answer of ff_await_events and ff_await_frames.';
comment on type _event_position is 'Where a reader of events is.';
comment on type _event_filter is 'Which events a reader wants.';
comment on type _event_page is 'Events, and where the next page begins.';
