-- Rows that a head passed although they may come back: an open transaction holds them.
--
-- An open claim keeps the old version of its row visible to all other sessions, below all newer
-- rows. The head does not wait for it: it notes the row here and goes on. The tick visits the
-- row once it can be locked, and gives it a new moment if it is still below the head.
create table ff_debt (
    debt_id bigint generated always as identity (cache 1) primary key,
    execution_id uuid not null,
    due_since timestamptz
);

comment on table ff_debt is 'Rows that a claim head passed while an open transaction held them.';
comment on column ff_debt.debt_id is 'Order of the visits.';
comment on column ff_debt.execution_id is 'The row.';
comment on column ff_debt.due_since is 'The moment of the row, which had come before the clock was set back; null: it says nothing.';
