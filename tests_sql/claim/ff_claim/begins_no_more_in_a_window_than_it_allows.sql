-- tests_sql/claim/ff_claim/begins_no_more_in_a_window_than_it_allows.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given a quota of two attempts a second
select pg_temp.policy(1000, 2, 0) as policy \gset
select pg_temp.submit(1, 5, 1) as submitted \gset
select is(pg_temp.claim_all(1), '1', 'one execution is claimed now');
select pg_temp.advance('400 milliseconds') as moved \gset
select is(pg_temp.claim_all(), '2', 'one is claimed 400 milliseconds later, and no more');
select results_eq(
    $$select pg_temp.number(e.execution_id), e.claimable_at - pg_temp.clock()
    from flowfabric.ff_exec_core as e
    where e.state = 'quota_first' order by pg_temp.number(e.execution_id)$$,
    $$values (3, interval '600 milliseconds'),
        (4, interval '1 second 1 microsecond'),
        (5, interval '1600 milliseconds 2 microseconds')$$,
    'each of the others looks again when its place comes free'
);
select pg_temp.advance('599 milliseconds') as moved \gset
select is(pg_temp.claim_all(), '', 'a millisecond before the window has passed nothing is claimed');
select pg_temp.advance('1 millisecond') as moved \gset
select is(pg_temp.claim_all(), '3', 'at the end of the first window one is claimed');
select pg_temp.advance('401 milliseconds') as moved \gset
select is(pg_temp.claim_all(), '4', 'a second after the second attempt one more is claimed');
select flowfabric.ff_complete(pg_temp.handle(4)) as done \gset
select is(pg_temp.claim_all(), '', 'a completion gives no place in the window back');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
