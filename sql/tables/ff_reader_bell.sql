-- Readers that are going to sleep. A reader that finds nothing leaves a row, its bell, and waits
-- for a NOTIFY. A transaction that has something for it asks for a ring (ff_ring_request): when it
-- commits, one NOTIFY wakes all such readers, and their bells are removed. While no reader sleeps
-- there is no NOTIFY: it takes a lock that all commits share.
--
-- A bell that can be seen is rung, also one that another transaction is just removing: that one may
-- be rolled back. A frame is looked at when its transaction commits, so a reader that began to
-- sleep while the transaction was open is woken. Ticks look for bells that were missed all the
-- same, and remove those that have expired: a reader that lives has hung another one by then.
create table ff_event_bell (
    bell_id bigint generated always as identity (cache 1) primary key,
    after_event_id bigint not null,
    expires_at timestamptz not null
);

create table ff_stream_bell (
    bell_id bigint generated always as identity (cache 1) primary key,
    execution_id uuid not null,
    attempt_index integer not null,
    after_ms bigint not null,
    after_seq integer not null,
    expires_at timestamptz not null
);

-- Those that wait for the end of executions: one row for each. The rows of a waiter are removed
-- together. Not logged: after a crash no session is left that listened.
create unlogged table ff_end_bell (
    bell_id bigint generated always as identity (cache 1) primary key,
    waiter_id uuid not null,
    execution_id uuid not null,
    expires_at timestamptz not null
);

-- Until when any of them may hang, in seconds since 1970; as ff_doorbell_until: while no session
-- waits for results, this is all that the end of an execution reads.
create sequence ff_end_bell_until cache 1;

create index expired_event_bell on ff_event_bell (expires_at);

create index expired_stream_bell on ff_stream_bell (expires_at);

create index stream_bell_of_execution on ff_stream_bell (execution_id);

create index expired_end_bell on ff_end_bell (expires_at);

create index end_bell_of_execution on ff_end_bell (execution_id);

create index end_bell_of_waiter on ff_end_bell (waiter_id);

comment on table ff_event_bell is 'Readers of events that sleep.';
comment on column ff_event_bell.bell_id is 'Names the row.';
comment on column ff_event_bell.after_event_id is 'It has read up to here, and is woken when there is more.';
comment on column ff_event_bell.expires_at is 'Until when it hangs; the reader has looked by itself by then.';

comment on table ff_stream_bell is 'Readers of streams that sleep.';
comment on column ff_stream_bell.bell_id is 'Names the row.';
comment on column ff_stream_bell.execution_id is 'The execution of the stream.';
comment on column ff_stream_bell.attempt_index is 'The attempt of the stream.';
comment on column ff_stream_bell.after_ms is 'Position that it has read up to: the millisecond.';
comment on column ff_stream_bell.after_seq is 'Position that it has read up to: within the millisecond.';
comment on column ff_stream_bell.expires_at is 'Until when it hangs; the reader has looked by itself by then.';

comment on table ff_end_bell is 'Sessions that wait for the end of executions.';
comment on column ff_end_bell.bell_id is 'Names the row.';
comment on column ff_end_bell.waiter_id is 'The same for the executions of one call.';
comment on column ff_end_bell.execution_id is 'The execution.';
comment on column ff_end_bell.expires_at is 'Until when it hangs; the session has looked by itself by then.';
comment on sequence ff_end_bell_until is 'No bell for the end of an execution hangs after this moment; seconds since 1970.';
