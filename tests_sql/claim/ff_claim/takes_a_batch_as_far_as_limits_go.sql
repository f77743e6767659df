-- tests_sql/claim/ff_claim/takes_a_batch_as_far_as_limits_go.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given ten executions that share three slots, among others without limits
select pg_temp.policy(0, 0, 3) as policy \gset
select pg_temp.submit(1, 10, 1) as done \gset
select pg_temp.submit(11, 12) as done \gset
select is(
    (
        select string_agg(c.input::text, ' ')
        from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 5) as c
    ),
    '1 2 3 11 12', 'a batch takes three of them, and the others'
);
select is(
    (
        select count(*)::integer from flowfabric.ff_exec_core as e
        where e.state = 'quota_first'
    ), 7,
    'the rest is put off in one step'
);
select is(pg_temp.holders(), '1 2 3', 'three executions hold slots');
select count(*) as done
from flowfabric.ff_complete_batch(array[pg_temp.handle(1), pg_temp.handle(2)]) \gset
-- they are due in the order of the line, a microsecond apart
select pg_temp.advance('1 millisecond') as done \gset
select is(
    (
        select string_agg(c.input::text, ' ')
        from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 5) as c
    ),
    '4 5', 'two slots came free: two of the waiting executions are claimed'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
