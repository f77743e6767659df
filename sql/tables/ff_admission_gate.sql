-- One row for each bucket of a quota policy and for each budget. Who refuses an execution shares
-- the row and looks once more; who gives something back has it alone and wakes who waits. Both only
-- try it: a refusal that does not get it looks again very soon, a release leaves a debt.
create table ff_admission_gate (
    limit_id uuid not null,
    limit_key text not null,
    constraint admission_gate_key primary key (limit_id, limit_key)
);

comment on table ff_admission_gate is 'What refusals and releases of one limit meet at.';
comment on column ff_admission_gate.limit_id is 'The quota policy or the budget.';
comment on column ff_admission_gate.limit_key is 'The key of the policy; a mark for a budget.';
