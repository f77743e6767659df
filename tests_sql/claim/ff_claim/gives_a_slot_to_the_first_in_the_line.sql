-- tests_sql/claim/ff_claim/gives_a_slot_to_the_first_in_the_line.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/lines.sql
-- given one slot, a line of two, and a newcomer that no claim has looked at
select pg_temp.policy(0, 0, 1) as done \gset
select pg_temp.submit(1, 3, 1) as done \gset
select pg_temp.claim_all() as done \gset
select pg_temp.submit(4, 4, 1) as done \gset
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select pg_temp.advance('1 millisecond') as done \gset
select is(pg_temp.claim_all(), '2', 'the slot is kept for the first in the line');
select flowfabric.ff_complete(pg_temp.handle(2)) as done \gset
-- when it is woken, and cancelled before a claim takes it
select flowfabric.ff_cancel_execution(pg_temp.id(3), 'not wanted') as done \gset
select pg_temp.advance('1 millisecond') as done \gset
select is(pg_temp.claim_all(), '4', 'then the next in line has the slot');
select pg_temp.submit(5, 5, 1) as done \gset
select pg_temp.submit(6, 6, 1, p_priority => 10) as done \gset
select is(pg_temp.claim_all(), '', 'given two more wait');
select is(pg_temp.line(), '6 in 5 s, 5 in 5 s', 'a higher priority comes first in the line');
select flowfabric.ff_complete(pg_temp.handle(4)) as done \gset
select is(pg_temp.claim_all(), '6', 'and begins first');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
