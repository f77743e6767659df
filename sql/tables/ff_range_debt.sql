-- Submissions of a long open transaction, which a head has passed although they may still appear.
-- Other sessions cannot see them, so the range of their moments is noted; the range is searched, in
-- bounded pieces, once the transaction has ended.
create table ff_range_debt (
    debt_id bigint generated always as identity (cache 1) primary key,
    era bigint not null,
    holders text[] not null,
    is_clock_step boolean not null default false,
    from_at timestamptz not null,
    to_at timestamptz,
    is_due boolean not null default false,
    next_route_id integer not null default 0,
    next_at timestamptz,
    marked_at timestamptz,
    before_id xid8
);

comment on table ff_range_debt is 'Ranges of moments in which an open transaction may still have submitted something.';
comment on column ff_range_debt.debt_id is 'Order of the searches.';
comment on column ff_range_debt.era is 'Whose heads pass the transaction.';
comment on column ff_range_debt.holders is 'The transactions waited for; it is searched whenever one of them is gone.';
comment on column ff_range_debt.is_clock_step is 'The clock was set back over this range; rows in it may be above heads.';
comment on column ff_range_debt.from_at is 'Begin of the range.';
comment on column ff_range_debt.to_at is 'End of the range; null while it grows, for heads pass its transaction.';
comment on column ff_range_debt.is_due is 'The search is on.';
comment on column ff_range_debt.next_route_id is 'Where the search goes on: the route; the greatest numbers are what comes after the last.';
comment on column ff_range_debt.next_at is 'Where the search goes on: the moment.';
comment on column ff_range_debt.marked_at is 'Of a step of the clock: the mark before it; delays that had ended by then have ended.';
comment on column ff_range_debt.before_id is 'Of a step of the clock: transactions with a lower id began before it.';
