-- The lines of the limits: each execution that was refused is in the line of the limit that refused
-- it, which is one for each budget, and two for each bucket of a quota policy. A line is ordered by
-- priority, then by refusal. Only the holder of an execution's row writes its row here, so no
-- session waits for a row here.
create table ff_admission_wait (
    execution_id uuid not null,
    limit_id uuid not null,
    limit_key text not null,
    limit_kind ff_limit_kind not null,
    priority integer not null,
    waits_since timestamptz not null,
    looks_at timestamptz not null,
    constraint admission_wait_key primary key (execution_id)
) with (fillfactor = 70);

create index line_of_limit
on ff_admission_wait (limit_id, limit_key, limit_kind, priority desc, waits_since);

-- for ticks: rows that have been due for long, each seen once
create index due_in_line on ff_admission_wait (looks_at)
where limit_kind = 'rate' and looks_at > '-infinity';

comment on table ff_admission_wait is 'Executions in the lines of the limits that refused them.';
comment on column ff_admission_wait.execution_id is 'The execution.';
comment on column ff_admission_wait.limit_id is 'The quota policy or budget that refused it last.';
comment on column ff_admission_wait.limit_key is 'The key of the policy; a mark for a budget.';
comment on column ff_admission_wait.limit_kind is 'The kind of limit that refused it.';
comment on column ff_admission_wait.priority is 'Its priority.';
comment on column ff_admission_wait.waits_since is 'When it was first refused.';
comment on column ff_admission_wait.looks_at is 'When it may look again, as the limit knows it; -infinity: it is due, and a tick has passed it over.';

-- Work on limits that a call left to the next tick, because a row was locked or there was too much
-- of it. A todo is a hint where to look again: the work itself is read from the tables.
create table ff_limit_todo (
    todo_id bigint generated always as identity primary key,
    kind ff_limit_todo_kind not null default 'wake',
    limit_id uuid,
    limit_key text,
    limit_kind ff_limit_kind,
    wake_count integer not null default 0,
    after_priority integer,
    after_since timestamptz,
    flow_id uuid,
    lane_id text,
    after_execution_id uuid,
    until_xid xid8,
    -- as in ff_flow_todo
    written_by xid8 not null default pg_current_xact_id(),
    constraint todo_says_where check (
        case kind
            when 'wake' then limit_id is not null
            when 'ledger' then limit_id is not null
            when 'stop' then limit_id is not null and flow_id is not null
            else lane_id is not null
        end
    )
);

comment on table ff_limit_todo is 'Work that ticks have still to do for limits.';
comment on column ff_limit_todo.todo_id is 'The todo.';
comment on column ff_limit_todo.kind is 'The kind of work to do.';
comment on column ff_limit_todo.limit_id is 'The quota policy or budget.';
comment on column ff_limit_todo.limit_key is 'The key of the policy; a mark for a budget.';
comment on column ff_limit_todo.limit_kind is 'The kind of limit that has room again.';
comment on column ff_limit_todo.wake_count is 'How many may go on.';
comment on column ff_limit_todo.after_priority is 'The place in the line behind which rows are to be pulled forward; null: the whole line.';
comment on column ff_limit_todo.after_since is 'The same: rows that wait since later, within that priority.';
comment on column ff_limit_todo.flow_id is 'The flow whose work is to be stopped.';
comment on column ff_limit_todo.lane_id is 'The lane whose limits have changed.';
comment on column ff_limit_todo.after_execution_id is 'How far its rows were looked at.';
comment on column ff_limit_todo.until_xid is 'Look again when all transactions before this one have ended: one of them may use the old limits.';
comment on column ff_limit_todo.written_by is 'The transaction that wrote it. This transaction does not drop a debt about a flow, because other sessions do not see yet that the flow is cancelled.';
