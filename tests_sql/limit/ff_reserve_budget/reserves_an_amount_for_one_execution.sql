-- tests_sql/limit/ff_reserve_budget/reserves_an_amount_for_one_execution.sql
begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 3, p_budgets => '{1}') as submitted \gset
select pg_temp.claim_all(2, 1000) as claimed \gset
create function pg_temp.reserve(p_number integer, p_tokens integer) returns text language sql as $$
    select concat_ws(' ', r.outcome, r.dimension, r.current_usage, r.reserved, r.hard_limit)
    from flowfabric.ff_reserve_budget(
        pg_temp.budget_id(), pg_temp.id(p_number), jsonb_build_object('tokens', p_tokens)
    ) as r
$$;
create function pg_temp.spend(p_number integer, p_tokens integer) returns text language sql as $$
    select concat_ws(' ', r.outcome, r.dimension, r.current_usage)
    from flowfabric.ff_record_spend(
        pg_temp.budget_id(), pg_temp.id(p_number), jsonb_build_object('tokens', p_tokens)
    ) as r
$$;
select is(pg_temp.reserve(1, 60), 'reserved', 'the amount is reserved');
select is(pg_temp.reserve(1, 60), 'reserved', 'the same call again returns the same');
select is(
    pg_temp.reserve(2, 41), 'hard_breach tokens 0 60 100',
    'another execution gets no such amount'
);
select is(pg_temp.reserve(2, 40), 'reserved', 'it gets an amount up to exactly the limit');
select is(pg_temp.claim_all(), '', 'no other execution can begin');
select is(
    pg_temp.spend(2, 41), 'hard_breach tokens 0',
    'no other report can spend the reserved amount'
);
select is(pg_temp.spend(1, 35), 'ok', 'its execution can');
select is(
    pg_temp.claim_all(1), '3',
    'a smaller reservation frees the rest: the waiting execution is claimed at once'
);
select is(
    (select s.reserved -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '40'::jsonb, 'the other execution has its part'
);
select pg_temp.advance('1 second') as moved \gset
select is(pg_temp.reserve(3, 60), 'reserved', 'the reservation of a silent worker is free');
select flowfabric.ff_fail(pg_temp.handle(3), 'oops') as failed \gset
select is(
    (select s.reserved -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '0'::jsonb, 'the end of an attempt frees its reservation'
);
select is(
    (select s.breach_count from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    1::bigint,
    'only a refused charge counts as a breach'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
