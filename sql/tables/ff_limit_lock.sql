-- One row for each bucket of a quota policy and for each budget. A refusal locks the row in a
-- shared mode and looks again; a release locks it exclusively and wakes waiting executions. Neither
-- waits for the lock: without it a refusal looks again very soon, and a release leaves a debt.
create table ff_limit_lock (
    limit_id uuid not null,
    limit_key text not null,
    look_at timestamptz,
    constraint limit_lock_key primary key (limit_id, limit_key)
);

create index limit_lock_to_look_at on ff_limit_lock (look_at) where look_at is not null;

comment on table ff_limit_lock is 'The meeting row of refusals and releases of one limit.';
comment on column ff_limit_lock.limit_id is 'The quota policy or the budget.';
comment on column ff_limit_lock.limit_key is 'The key of the policy; a mark for a budget.';
comment on column ff_limit_lock.look_at is 'When a tick looks whether the bucket is not used any more; null for a budget.';
