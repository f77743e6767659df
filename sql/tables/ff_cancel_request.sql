-- Cancellations with a grace: the holder is asked to end (ff_exec_core.is_cancel_requested), and
-- the deadline of the execution is the end of the grace. So leases end there, and the claim or tick
-- that meets the deadline cancels. A row counts only while the flag of the execution is set.
create table ff_cancel_request (
    execution_id uuid primary key,
    requested_at timestamptz not null,
    cancel_at timestamptz not null,
    reason text not null,
    source text not null,
    audit jsonb not null
);

comment on table ff_cancel_request is 'Cancellations that give the holder of the lease a grace.';
comment on column ff_cancel_request.execution_id is 'The execution.';
comment on column ff_cancel_request.requested_at is 'When the cancellation was requested.';
comment on column ff_cancel_request.cancel_at is 'The end of the grace.';
comment on column ff_cancel_request.reason is 'Why it is cancelled.';
comment on column ff_cancel_request.source is 'The source of the cancellation.';
comment on column ff_cancel_request.audit is 'The login, actor and reason of the call.';
