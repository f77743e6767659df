-- tests_sql/claim/ff_claim/refuses_newcomers_to_the_end_of_the_line.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given a quota of one in ten seconds, and a line of two
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 3, 1) as done \gset
select is(pg_temp.claim_all(), '1', 'given one execution begins');
select is(pg_temp.line(), '2 in 10 s, 3 in 20 s', 'the others have their moments');
-- when a newcomer that no claim has looked at is claimed before the first of them is due
select pg_temp.advance('5 seconds') as done \gset
select pg_temp.submit(4, 4, 1) as done \gset
select pg_temp.advance('4999 milliseconds') as done \gset
select is(pg_temp.claim_all(), '2', 'the place is kept for the first in the line');
select is(pg_temp.line(), '3 in 10 s, 4 in 20 s', 'the newcomer gets a moment behind the line');
select pg_temp.submit(5, 5, 1) as done \gset
select pg_temp.submit(6, 6, 1, p_priority => 10) as done \gset
select is(pg_temp.claim_all(), '', 'other newcomers get no place, either');
select is(
    pg_temp.line(), '6 in 10 s, 3 in 10 s, 4 in 20 s, 5 in 40 s',
    'a newcomer of higher priority goes to the end of its own priority'
);
select pg_temp.advance('9998 milliseconds') as done \gset
select is(pg_temp.claim_all(), '6', 'the higher priority begins first');
select pg_temp.advance('1 millisecond') as done \gset
select is(pg_temp.claim_all(), '', 'the first in the old line, due as well, is refused');
select pg_temp.advance('9999 milliseconds') as done \gset
select is(pg_temp.claim_all(), '3', 'it has the next place, ahead of the others');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
