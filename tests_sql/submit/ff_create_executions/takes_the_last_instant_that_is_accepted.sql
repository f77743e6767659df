-- tests_sql/submit/ff_create_executions/takes_the_last_instant_that_is_accepted.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when a batch is due at the last instant that an execution may be due at; then
select results_eq(
    $$select c.outcome
    from flowfabric.ff_create_executions(
        'lane', '{1,2,3}', '{"run_at": "9999-12-31T23:59:59.999999Z"}'
    ) as c$$,
    array['created', 'created', 'created'],
    'it is accepted'
);
-- when it is due later; then
select
    is(
        pg_temp.refusal(format(
            $$select flowfabric.ff_create_executions('lane', '{1,2}', '{"%s": "%s"}')$$,
            o.option, '294276-12-31T23:59:59.999999Z'
        )),
        '22023 p_options.' || o.option,
        o.option
    )
from (values ('run_at'), ('deadline_at')) as o (option);
select throws_ok(
    $$select flowfabric.ff_submit_flow(
        '{"nodes": {
            "a": {"lane": "lane", "run_at": "294276-12-31T23:59:59.999999Z"},
            "b": {"lane": "lane", "run_at": "294276-12-31T23:59:59.999999Z"}
        }}'
    )$$,
    '22023', null, 'a flow'
);
select * from finish();
rollback;
