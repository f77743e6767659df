-- tests_sql/check/ff_check/asks_for_no_notes_before_the_first_tick.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a lease that lapsed ten minutes ago, in an installation where no tick has run
select pg_temp.submit(1, 1) as done \gset
select pg_temp.claim_all(p_ttl_ms => 1000) as done \gset
select pg_temp.advance('10 minutes') as done \gset
select is((select count(*)::integer from flowfabric.ff_tick_log), 0, 'given no tick has run');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
