-- tests_sql/submit/ff_create_execution/writes_nothing_when_it_refuses.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when a submission to a new lane under a new key is refused; then
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution(
        'lane', p_idempotency_key => 'key', p_required_capabilities => '{gpu}',
        p_tags => '{"bad": "x"}'
    )$$) ->> 'sqlstate',
    '22023',
    'given a refused argument'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('used', '1', p_idempotency_key => 'taken')$$,
    'given a key that is taken'
);
select is(
    pg_temp.error_of($$select flowfabric.ff_create_execution(
        'lane', '2', p_idempotency_key => 'taken'
    )$$) ->> 'sqlstate',
    'ZF205',
    'given another submission under it'
);
select results_eq(
    $$select
        (select count(*) from flowfabric.ff_exec_core),
        (select count(*) from flowfabric.ff_idempotency),
        (select count(*) from flowfabric.ff_route),
        (select count(*) from flowfabric.ff_event),
        (select count(*) from flowfabric.ff_lane)$$,
    'values (1::bigint, 1::bigint, 1::bigint, 0::bigint, 0::bigint)',
    'only the accepted submission has written'
);
select * from finish();
rollback;
