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
select is(pg_temp.reserve(1, 60), 'reserved', 'there is enough');
select is(pg_temp.reserve(1, 60), 'reserved', 'the same again is the same');
select is(pg_temp.reserve(2, 41), 'hard_breach tokens 0 60 100', 'there is not for another one');
select is(pg_temp.reserve(2, 40), 'reserved', 'up to the limit exactly');
select is(pg_temp.claim_all(), '', 'nothing is left to begin with');
select is(pg_temp.spend(2, 41), 'hard_breach tokens 0', 'nobody spends what others set aside');
select is(pg_temp.spend(1, 35), 'ok', 'who set it aside spends of it');
select is(pg_temp.claim_all(1), '3', 'and what it does not need is free: who waits comes at once');
select is(
    (select s.reserved -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '40'::jsonb, 'the other one has its part'
);
select pg_temp.advance('1 second') as moved \gset
select is(pg_temp.reserve(3, 60), 'reserved', 'what a silent worker set aside is free');
select flowfabric.ff_fail(pg_temp.handle(3), 'oops') as failed \gset
select is(
    (select s.reserved -> 'tokens' from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    '0'::jsonb, 'the end of an attempt gives it back'
);
select is(
    (select s.breach_count from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s),
    1::bigint,
    'only a charge that is refused is a breach'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
