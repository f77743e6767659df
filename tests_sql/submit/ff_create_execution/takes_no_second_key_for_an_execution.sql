begin;
select plan(5);
\ir ../../lib/clock.sql

-- given an execution with a key; when it is submitted again by its id, under another key; then
create function pg_temp.outcome(p_key text, p_execution_id uuid default null)
returns text
language sql
as $outcome$
    select c.outcome
    from flowfabric.ff_create_execution(
        'lane', '1', p_idempotency_key => p_key, p_execution_id => p_execution_id
    ) as c
$outcome$;
select is(
    pg_temp.outcome('a', '00000000-0000-7000-8000-000000000001'), 'created', 'given a key'
);
select is(
    pg_temp.outcome('b', '00000000-0000-7000-8000-000000000001'),
    'duplicate',
    'the id exists already'
);
select is_empty(
    'select * from flowfabric.ff_check()',
    'the other key is not taken: it would stay when the execution is removed'
);
select is(pg_temp.outcome('b'), 'created', 'the other key can be used');
select is(pg_temp.outcome('a'), 'duplicate', 'its own key still finds it');

select * from finish();
rollback;
