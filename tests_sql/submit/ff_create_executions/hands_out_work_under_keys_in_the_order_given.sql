-- tests_sql/submit/ff_create_executions/hands_out_work_under_keys_in_the_order_given.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
-- given a batch whose items have keys, in an order that is not that of the keys; then
select lives_ok(
    $$select flowfabric.ff_create_executions(
        'lane', '{1,2,3,4}', '{"idempotency_key": ["d", null, "a", "b"]}'
    )$$,
    'given the batch'
);
select pg_temp.advance('1 second');
select is(
    (
        select array_agg(c.input order by i.item)
        from generate_series(1, 4) as i (item)
        cross join lateral flowfabric.ff_claim('lane', 'a', 'a-' || i.item) as c
    ),
    '{1,2,3,4}',
    'the work comes in the order of the batch, not of the keys'
);
select * from finish();
rollback;
