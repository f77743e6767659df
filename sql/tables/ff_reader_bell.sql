-- Readers that are going to sleep. One who finds nothing leaves a row and waits for a NOTIFY; who
-- has something for it removes all rows and rings once. While nobody sleeps, nobody rings: a NOTIFY
-- takes a lock that all commits share.
create table ff_event_bell (
    bell_id bigint generated always as identity (cache 1) primary key,
    after_event_id bigint not null
);

create table ff_stream_bell (
    bell_id bigint generated always as identity (cache 1) primary key,
    execution_id uuid not null,
    partition_key smallint not null
);

create index stream_bell_of_execution on ff_stream_bell (execution_id, partition_key);

comment on table ff_event_bell is 'Readers of events that sleep; emptied by who moves the watermark.';
comment on column ff_event_bell.bell_id is 'Names the row.';
comment on column ff_event_bell.after_event_id is 'It has read up to here, and is woken when there is more.';

comment on table ff_stream_bell is 'Readers of streams that sleep; emptied by who appends a frame.';
comment on column ff_stream_bell.bell_id is 'Names the row.';
comment on column ff_stream_bell.execution_id is 'Whose stream.';
comment on column ff_stream_bell.partition_key is 'Its partition.';
