-- Sleeping workers are woken without a NOTIFY for every submission, which would take a lock that
-- all commits of the server share.
--
-- A worker that found nothing hangs a doorbell: a row here, committed, with the channel it listens
-- on. Then it looks once more (ff_look_ahead), and sleeps. A session that makes work claimable
-- looks for doorbells of the lane; if it finds one, it requests a ring, and a trigger rings when
-- its transaction commits: one NOTIFY for each doorbell, which is taken down by it.
--
-- No worker is missed. A session that makes work claimable holds gate H before it looks for
-- doorbells. So either it looks after the row was committed, and finds it; or it held the gate
-- before, and then the last look of the worker, which asks for the holders of the gate, finds it
-- still open, or finds its work. In REPEATABLE READ a caller does not see new rows, but it does see
-- the mark, and rings for all.
--
-- Not logged: after a crash no session is left that listened.
create unlogged table ff_doorbell (
    doorbell_id bigint generated always as identity (cache 1) primary key,
    lane_id text not null,
    worker_instance_id text not null,
    channel text not null,
    expires_at timestamptz not null
);

-- for submitters: only doorbells that hang, not the rows of those that hung long ago
create index hanging_doorbell on ff_doorbell (lane_id, expires_at);

create index expired_doorbell on ff_doorbell (expires_at);

comment on table ff_doorbell is 'Workers that sleep and want to be woken, one row for each of their lanes.';
comment on column ff_doorbell.doorbell_id is 'Identifies the row.';
comment on column ff_doorbell.lane_id is 'The lane of which it wants to hear.';
comment on column ff_doorbell.worker_instance_id is 'The process that sleeps.';
comment on column ff_doorbell.channel is 'The channel that it listens on.';
comment on column ff_doorbell.expires_at is 'Until when it hangs; the worker has looked by itself by then.';

-- Until when any doorbell may hang, in seconds since 1970. A sequence, because that is the same to
-- every snapshot and costs next to nothing to read: a submission pays no more than this while no
-- worker sleeps. A doorbell sets it from the longest time that any may hang, not from its own time:
-- so two that are hung at once set the same value, and neither lowers the one that the other needs.
create sequence ff_doorbell_until cache 1;

comment on sequence ff_doorbell_until is 'No doorbell hangs after this moment; seconds since 1970.';

-- A transaction that has something for workers or readers that sleep puts a row here; a trigger
-- rings when it commits, and removes the row. Rows that can be seen were left by two-phase
-- transactions, and ticks ring.
create table ff_ring_request (
    request_id bigint generated always as identity (cache 1) primary key,
    lane_id text,
    claimable_at timestamptz,
    safe_event_id bigint,
    execution_id uuid,
    ended_id uuid,
    constraint request_is_for_one_kind_of_bell check (
        num_nonnulls(lane_id, safe_event_id, execution_id, ended_id) = 1
    ),
    constraint request_of_a_lane_has_a_moment check ((lane_id is null) = (claimable_at is null))
);

comment on table ff_ring_request is 'Requests for a ring at the commit of the transaction.';
comment on column ff_ring_request.request_id is 'Names the row to remove.';
comment on column ff_ring_request.lane_id is 'For workers that sleep: where something is claimable.';
comment on column ff_ring_request.claimable_at is 'From when on.';
comment on column ff_ring_request.safe_event_id is 'For readers of events that sleep: the watermark.';
comment on column ff_ring_request.execution_id is 'For readers of streams that sleep: the execution that has frames.';
comment on column ff_ring_request.ended_id is 'For sessions that wait for results: the execution that has ended.';
