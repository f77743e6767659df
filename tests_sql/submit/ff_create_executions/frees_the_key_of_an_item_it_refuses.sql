-- tests_sql/submit/ff_create_executions/frees_the_key_of_an_item_it_refuses.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given an item with a fresh key and the id of another submission; then
select lives_ok(
    $$select flowfabric.ff_create_execution(
        'lane', '1', p_execution_id => '00000000-0000-7000-8000-000000000001'
    )$$,
    'given the other submission'
);
select results_eq(
    $$select c.outcome, c.error_code
    from flowfabric.ff_create_executions('lane', '{2}', '{
        "idempotency_key": "fresh", "execution_id": "00000000-0000-7000-8000-000000000001"
    }') as c$$,
    $$values ('idempotency_key_conflict', 'ZF205')$$,
    'the item is a conflict'
);
select is_empty('select 1 from flowfabric.ff_idempotency', 'its key was not taken');
select results_eq(
    $$select c.outcome
    from flowfabric.ff_create_executions('lane', '{2}', '{"idempotency_key": "fresh"}') as c$$,
    $$values ('created')$$,
    'the key can be used'
);
select * from finish();
rollback;
