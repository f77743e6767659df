-- Leases that may become visible only after they have lapsed: those of a claim or a renewal whose
-- transaction was open for longer than a round of ticks. Rounds do not wait for that transaction;
-- when it has ended, the moments that rounds have passed meanwhile are searched again, in bounded
-- pieces.
create table ff_lapse_debt (
    debt_id bigint generated always as identity (cache 1) primary key,
    holder text not null,
    from_at timestamptz not null,
    to_at timestamptz,
    next_place _place not null default (0, null, null)
);

comment on table ff_lapse_debt is 'Transactions that may have given leases which lapse before they commit.';
comment on column ff_lapse_debt.debt_id is 'Order of the searches.';
comment on column ff_lapse_debt.holder is 'The transaction that is waited for.';
comment on column ff_lapse_debt.from_at is 'Its leases lapse at this moment or later.';
comment on column ff_lapse_debt.to_at is 'When it was gone; rounds find later lapses. Null while it is open.';
comment on column ff_lapse_debt.next_place is 'Where the search goes on.';
