-- Places that signals are delivered to. A token is not stored: each read signs it again.
create table ff_waitpoint (
    waitpoint_id uuid primary key,
    execution_id uuid not null,
    attempt_index integer not null,
    waitpoint_key text not null,
    state ff_waitpoint_state not null,
    suspension_id uuid,
    step_key text,
    title text,
    detail jsonb,
    created_by text not null,
    worker_id text not null,
    worker_instance_id text not null,
    token_kid text not null,
    token_fingerprint text not null,
    created_at timestamptz not null,
    activated_at timestamptz,
    expires_at timestamptz,
    signal_count integer not null default 0,
    last_signal_at timestamptz,
    closed_at timestamptz,
    close_reason text,
    constraint active_waitpoint_has_a_suspension check (
        state <> 'active' or suspension_id is not null
    ),
    constraint closed_waitpoint_has_a_reason check (
        (state = 'closed') = (closed_at is not null and close_reason is not null)
    )
);

create index open_waitpoint on ff_waitpoint (execution_id, waitpoint_id)
where state <> 'closed';

create index waitpoint_of_execution on ff_waitpoint (execution_id);

create index waitpoint_of_suspension on ff_waitpoint (suspension_id)
where suspension_id is not null;

comment on table ff_waitpoint is 'Places that signals are delivered to, each by its own token.';
comment on column ff_waitpoint.waitpoint_id is 'Identity of the waitpoint.';
comment on column ff_waitpoint.execution_id is 'The execution.';
comment on column ff_waitpoint.attempt_index is 'The attempt it belongs to; it ends with that.';
comment on column ff_waitpoint.waitpoint_key is 'Its name in conditions.';
comment on column ff_waitpoint.state is 'Stored state; a pending one ends with its time or its attempt.';
comment on column ff_waitpoint.suspension_id is 'The suspension that waits for it, or did.';
comment on column ff_waitpoint.step_key is 'The step that it belongs to, and with it to the execution and not to the attempt; null: none.';
comment on column ff_waitpoint.title is 'The title that a person who decides is shown.';
comment on column ff_waitpoint.detail is 'The detail that a person who decides is shown.';
comment on column ff_waitpoint.created_by is 'Role of the worker that made it: its own signals do not count as a source.';
comment on column ff_waitpoint.worker_id is 'That worker.';
comment on column ff_waitpoint.worker_instance_id is 'Its process.';
comment on column ff_waitpoint.token_kid is 'The key that its token was first signed with.';
comment on column ff_waitpoint.token_fingerprint is 'Tells tokens apart without telling them: 16 digits of its sha256.';
comment on column ff_waitpoint.created_at is 'When it was made; covered by the token.';
comment on column ff_waitpoint.activated_at is 'When a suspension began to wait for it.';
comment on column ff_waitpoint.expires_at is 'Until when signals are taken; null: without limit.';
comment on column ff_waitpoint.signal_count is 'Signals accepted.';
comment on column ff_waitpoint.last_signal_at is 'When the last one was.';
comment on column ff_waitpoint.closed_at is 'When it was closed.';
comment on column ff_waitpoint.close_reason is 'Why.';
