-- One row for each bucket of a quota policy and for each budget. A refusal locks the row in a
-- shared mode and looks again; a release locks it exclusively and wakes waiting executions. Neither
-- waits for the lock: without it a refusal looks again very soon, and a release leaves a debt.
create table ff_limit_lock (
    limit_id uuid not null,
    limit_key text not null,
    constraint limit_lock_key primary key (limit_id, limit_key)
);

comment on table ff_limit_lock is 'The meeting row of refusals and releases of one limit.';
comment on column ff_limit_lock.limit_id is 'The quota policy or the budget.';
comment on column ff_limit_lock.limit_key is 'The key of the policy; a mark for a budget.';
