-- tests_sql/limit/ff_reserve_budget/lasts_as_long_as_the_attempt.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.budget() as budget \gset
select pg_temp.submit(1, 1) as submitted \gset
select pg_temp.claim_all(1, 1000) as claimed \gset
create function pg_temp.reserved() returns integer language sql as $$
    select (s.reserved ->> 'tokens')::integer
    from flowfabric.ff_get_budget_status(pg_temp.budget_id()) as s
$$;
select flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 10}') as r \gset
select flowfabric.ff_delay(pg_temp.handle(1), 0) as done \gset
select pg_temp.claim_all(1, 1000) as done \gset
select is(pg_temp.reserved(), 10, 'an attempt that is resumed keeps its reservation');
select pg_temp.advance('1 second') as done \gset
select pg_temp.claim_all(1, 1000) as done \gset
select is(pg_temp.reserved(), 0, 'a takeover is another attempt, without it');
select flowfabric.ff_reserve_budget(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 10}') as r \gset
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select is(pg_temp.reserved(), 0, 'the end of an attempt ends its reservation');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
