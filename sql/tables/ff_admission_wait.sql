-- Executions that were refused and whom a release may help. Only who holds the row of an execution
-- writes its row here, so nobody waits for one.
create table ff_admission_wait (
    execution_id uuid not null,
    partition_key smallint not null,
    limit_id uuid not null,
    limit_key text not null,
    waits_since timestamptz not null,
    constraint admission_wait_key primary key (execution_id, partition_key)
);

create index longest_admission_wait on ff_admission_wait (limit_id, limit_key, waits_since);

comment on table ff_admission_wait is 'Executions that wait for a slot or a budget.';
comment on column ff_admission_wait.execution_id is 'The execution.';
comment on column ff_admission_wait.partition_key is 'Its partition.';
comment on column ff_admission_wait.limit_id is 'The quota policy or budget that refused it last.';
comment on column ff_admission_wait.limit_key is 'The key of the policy; a mark for a budget.';
comment on column ff_admission_wait.waits_since is 'When it was first refused.';

-- Releases that could not see who waits, for somebody was just being refused: the next tick looks.
create table ff_admission_debt (
    debt_id bigint generated always as identity primary key,
    limit_id uuid not null,
    limit_key text not null,
    wake_count integer not null
);

comment on table ff_admission_debt is 'Releases that have still to wake who waits.';
comment on column ff_admission_debt.debt_id is 'The debt.';
comment on column ff_admission_debt.limit_id is 'The quota policy or budget.';
comment on column ff_admission_debt.limit_key is 'The key of the policy; a mark for a budget.';
comment on column ff_admission_debt.wake_count is 'How many may go on.';
