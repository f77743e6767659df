-- tests_sql/look/ff_explain/knows_the_line_of_a_limit.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/explained.sql
-- given a quota of one in ten seconds, a line of one whose place has just come free, and a newcomer
-- in another lane, so that a claim there does not find the first
select pg_temp.policy(10000, 1, 0) as done \gset
select pg_temp.submit(1, 2, 1) as done \gset
select pg_temp.claim_all() as done \gset
select pg_temp.advance('10 seconds') as done \gset
select pg_temp.submit(3, 3, 1, p_lane_id => 'other') as done \gset
create function pg_temp.claim_other() returns text language sql as $$
    select string_agg(c.input #>> '{}', ' ') from flowfabric.ff_claim('other', 'w', 'w-1') as c
$$;
select is(pg_temp.gate(pg_temp.id(2), 'quota'), 'open free', 'the first in the line may begin');
select is(
    pg_temp.gate(pg_temp.id(3), 'quota'), 'closed rate_limit 10001',
    'the newcomer is behind it, for one more window'
);
select is(pg_temp.claim_other(), null, 'a claim agrees');
select pg_temp.advance('10001 milliseconds') as done \gset
select is(
    pg_temp.gate(pg_temp.id(3), 'quota'), 'open free', 'at the moment that was named it may begin'
);
select is(pg_temp.claim_other(), '3', 'a claim agrees');
select * from finish();
rollback;
