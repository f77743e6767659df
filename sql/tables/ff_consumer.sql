-- Named consumers of events: the place up to which each has acknowledged, and up to which it has
-- read. Events, and the executions that they are about, are kept until all have acknowledged.
create table ff_consumer (
    consumer text primary key,
    kinds text[],
    namespace text,
    tag_key text,
    tag_value text,
    max_lag_ms bigint,
    acked_event_id bigint not null,
    acked_ordinal integer not null,
    read_event_id bigint not null,
    read_ordinal integer not null,
    created_at timestamptz not null,
    created_by text not null,
    owner_name text not null,
    last_read_at timestamptz,
    last_acked_at timestamptz,
    constraint what_is_acknowledged_was_read check (
        (acked_event_id, acked_ordinal) <= (read_event_id, read_ordinal)
    )
) with (fillfactor = 50);

comment on table ff_consumer is 'Named consumers of events, and how far they are.';
comment on column ff_consumer.consumer is 'Its name.';
comment on column ff_consumer.kinds is 'The kinds it reads; null: all.';
comment on column ff_consumer.namespace is 'The namespace it reads; null: all.';
comment on column ff_consumer.tag_key is 'Events whose execution has this tag; null: all.';
comment on column ff_consumer.tag_value is 'The value of that tag; null: any.';
comment on column ff_consumer.max_lag_ms is 'Nothing is kept for it for longer than that; null: for ever.';
comment on column ff_consumer.acked_event_id is 'Where it goes on: the event.';
comment on column ff_consumer.acked_ordinal is 'So many items of that event are acknowledged.';
comment on column ff_consumer.read_event_id is 'Where what it has read ends: the event.';
comment on column ff_consumer.read_ordinal is 'So many items of that event were read.';
comment on column ff_consumer.created_at is 'When it was created.';
comment on column ff_consumer.created_by is 'The session_user that created it.';
comment on column ff_consumer.owner_name is 'The role that it belongs to: its members and operators read for it.';
comment on column ff_consumer.last_read_at is 'When it last got what it had not got before.';
comment on column ff_consumer.last_acked_at is 'When it last acknowledged.';
