-- tests_sql/submit/ff_create_executions/hands_out_work_in_the_order_given.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
-- given a batch whose items differ only in their inputs; when a worker takes one after the other;
-- then
select lives_ok(
    $$select flowfabric.ff_create_executions('lane', '{1,2,3,4,5}')$$,
    'given the batch'
);
select pg_temp.advance('1 second');
select is(
    (
        select array_agg(c.input order by i.item)
        from generate_series(1, 5) as i (item)
        cross join lateral flowfabric.ff_claim('lane', 'a', 'a-' || i.item) as c
    ),
    '{1,2,3,4,5}',
    'the work comes in the order of the batch'
);
select * from finish();
rollback;
