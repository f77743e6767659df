create table ff_idempotency (
    namespace text not null,
    key_digest bytea not null,
    scope text not null default '',
    execution_id uuid not null,
    lane_id text not null,
    kind text not null,
    content_digest bytea not null,
    expires_at timestamptz not null,
    primary key (namespace, key_digest, scope)
);

comment on table ff_idempotency is 'Keys that submissions carried: the same key again returns the first execution.';
comment on column ff_idempotency.namespace is 'Namespace of the submission.';
comment on column ff_idempotency.key_digest is 'The digest of the key, which outlives the erasure of its execution.';
comment on column ff_idempotency.scope is 'The lane, if it was restricted when the key was taken; empty: the key is of all lanes that are not.';
comment on column ff_idempotency.execution_id is 'The execution that the key stands for.';
comment on column ff_idempotency.lane_id is 'Lane of the submission; another one under the same key is an error.';
comment on column ff_idempotency.kind is 'Kind of the submission; another one under the same key is an error.';
comment on column ff_idempotency.content_digest is 'sha256 of its content; another one under the same key is an error.';
comment on column ff_idempotency.expires_at is 'The key is free again from then on.';
