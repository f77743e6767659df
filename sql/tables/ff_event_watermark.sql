-- Up to which event everything is known to have committed or vanished. Written by the same device
-- as ff_clock_record, with the lock that an insert takes on its table of events: last_event_id was
-- read before the holders were listed, and once all of them have ended, no event up to it can still
-- appear. Readers trust what is stored
-- here and never look at locks, so they may read in any snapshot and on a replica.
create table ff_event_watermark (
    watermark_id bigint generated always as identity (cache 1) primary key,
    last_event_id bigint not null,
    safe_event_id bigint not null,
    holders text[] not null
);

comment on table ff_event_watermark is 'Up to which event a reader may read without missing one; append-only, trimmed.';
comment on column ff_event_watermark.watermark_id is 'The highest is the newest.';
comment on column ff_event_watermark.last_event_id is 'The last event id given out when the holders were listed.';
comment on column ff_event_watermark.safe_event_id is 'Every event up to this one has committed or will never be seen.';
comment on column ff_event_watermark.holders is 'Transactions that were writing events.';
