-- A budget: how much may be spent, by dimension, in a period.
create table ff_budget (
    budget_id uuid primary key,
    scope_type text not null,
    scope_id text not null,
    enforcement_mode text not null,
    on_hard_limit ff_budget_stop not null,
    on_soft_limit text not null,
    reset_interval_ms bigint not null,
    period bigint not null default 1,
    next_reset_at timestamptz,
    last_reset_at timestamptz,
    reset_count bigint not null default 0,
    -- written by every call that uses the budget, so that a call that decides with an older
    -- snapshot conflicts with it; a call that gives back does not write it
    use_count bigint not null default 0,
    breached_at timestamptz,
    breach_count bigint not null default 0,
    soft_breach_count bigint not null default 0,
    last_breach_at timestamptz,
    last_breach_dimension text,
    owner_name text not null,
    created_at timestamptz not null
);

create index due_budget_reset on ff_budget (next_reset_at)
where next_reset_at is not null;

-- for lists
create index budget_of_owner on ff_budget (owner_name, budget_id);

create table ff_budget_usage (
    budget_id uuid not null,
    dimension text not null,
    hard_limit bigint not null default 0,
    soft_limit bigint not null default 0,
    -- sums: where nothing is refused, no number is too large
    used numeric not null default 0,
    spent numeric not null default 0,
    folded numeric not null default 0,
    hit_count bigint not null default 0,
    constraint budget_usage_key primary key (budget_id, dimension),
    constraint usage_is_not_negative check (
        used >= 0 and spent between 0 and used and folded between 0 and spent
    )
);

-- The spend of each execution, with its period: a release takes back no more than that. When
-- retention removes an execution, its entries are marked, and a tick that gets the budget folds
-- them into one sum: so the ledger of a budget that is never reset does not grow for ever.
create table ff_budget_ledger (
    budget_id uuid not null,
    execution_id uuid not null,
    dimension text not null,
    period bigint not null,
    spent numeric not null,
    is_orphan boolean not null default false,
    constraint budget_ledger_key primary key (
        execution_id, budget_id, dimension, period
    )
);

create index budget_ledger_of_period on ff_budget_ledger (budget_id, period);

create index budget_ledger_to_fold on ff_budget_ledger (budget_id) where is_orphan;

-- Amounts that an execution has reserved for its current attempt and not spent yet. Their sum is
-- not stored: the end of an attempt removes its rows without the budget's lock, which others may
-- hold.
create table ff_budget_reservation (
    budget_id uuid not null,
    execution_id uuid not null,
    dimension text not null,
    attempt_index integer not null,
    reserved bigint not null,
    constraint budget_reservation_key primary key (
        budget_id, execution_id, dimension
    )
);

create index budget_reservation_of_execution on ff_budget_reservation (execution_id);

create table ff_budget_key (
    budget_id uuid not null,
    call ff_budget_call not null,
    key_digest bytea not null,
    expires_at timestamptz not null,
    execution_id uuid,
    amounts jsonb not null,
    answer ff_budget_charge not null,
    constraint budget_key_key primary key (budget_id, call, key_digest)
);

create index old_budget_key on ff_budget_key (expires_at);

comment on table ff_budget is 'How much may be spent, by dimension, in a period.';
comment on column ff_budget.budget_id is 'The budget.';
comment on column ff_budget.scope_type is 'The kind of thing that it is for; flow: a hard breach may stop that flow.';
comment on column ff_budget.scope_id is 'Which.';
comment on column ff_budget.enforcement_mode is 'strict; or warn, under which nothing is refused.';
comment on column ff_budget.on_hard_limit is 'The effect of a hard breach on the flow.';
comment on column ff_budget.on_soft_limit is 'A note of the creator.';
comment on column ff_budget.reset_interval_ms is 'Length of a period; 0: it never ends by itself.';
comment on column ff_budget.period is 'Number of the period: entries of earlier ones do not count any more.';
comment on column ff_budget.next_reset_at is 'When the period ends.';
comment on column ff_budget.last_reset_at is 'When it began.';
comment on column ff_budget.reset_count is 'How many have ended.';
comment on column ff_budget.use_count is 'How often it was charged or a part of it was set aside.';
comment on column ff_budget.breached_at is 'When a hard limit was first hit in this period.';
comment on column ff_budget.breach_count is 'How often a hard limit was hit.';
comment on column ff_budget.soft_breach_count is 'How often a soft limit was found exceeded.';
comment on column ff_budget.last_breach_at is 'When a hard limit was last hit.';
comment on column ff_budget.last_breach_dimension is 'In which dimension.';
comment on column ff_budget.owner_name is 'The role that owns it. Members of this role and operators may use it; all roles may use it while an operator owns it.';
comment on column ff_budget.created_at is 'When it was created.';
comment on table ff_budget_usage is 'Limits and usage of a budget by dimension.';
comment on column ff_budget_usage.budget_id is 'The budget.';
comment on column ff_budget_usage.dimension is 'The dimension, for example tokens.';
comment on column ff_budget_usage.hard_limit is 'Usage never exceeds it; 0: no limit.';
comment on column ff_budget_usage.soft_limit is 'Usage above it is reported; 0: no limit.';
comment on column ff_budget_usage.used is 'The usage reported and spent in this period.';
comment on column ff_budget_usage.spent is 'The part of it that executions spent: the sum of the ledger and of folded.';
comment on column ff_budget_usage.folded is 'The part of it that removed executions spent.';
comment on column ff_budget_usage.hit_count is 'How often its hard limit was hit.';
comment on table ff_budget_ledger is 'The spend of each execution.';
comment on column ff_budget_ledger.budget_id is 'The budget.';
comment on column ff_budget_ledger.execution_id is 'The execution.';
comment on column ff_budget_ledger.dimension is 'The dimension.';
comment on column ff_budget_ledger.period is 'In which period.';
comment on column ff_budget_ledger.spent is 'How much.';
comment on column ff_budget_ledger.is_orphan is 'The execution was removed: a tick folds the entry into ff_budget_usage.';
comment on table ff_budget_reservation is 'Amounts that executions have reserved for their current attempt.';
comment on column ff_budget_reservation.budget_id is 'The budget.';
comment on column ff_budget_reservation.execution_id is 'The execution.';
comment on column ff_budget_reservation.dimension is 'The dimension.';
comment on column ff_budget_reservation.attempt_index is 'For which attempt.';
comment on column ff_budget_reservation.reserved is 'How much.';
comment on table ff_budget_key is 'Keys of calls that charged a budget, for a day.';
comment on column ff_budget_key.budget_id is 'The budget.';
comment on column ff_budget_key.call is 'Which call.';
comment on column ff_budget_key.key_digest is 'The digest of the key.';
comment on column ff_budget_key.expires_at is 'When it is forgotten.';
comment on column ff_budget_key.execution_id is 'The execution that spent it; null: it was reported without one.';
comment on column ff_budget_key.amounts is 'The amounts of the call, by dimension.';
comment on column ff_budget_key.answer is 'The answer of the call.';
