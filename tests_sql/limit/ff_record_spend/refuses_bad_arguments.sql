-- tests_sql/limit/ff_record_spend/refuses_bad_arguments.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1) as done \gset
create function pg_temp.refused(text) returns text language sql as $$
    select pg_temp.refusal(format('select flowfabric.ff_record_spend(%s)', $1))
$$;
select is(pg_temp.refused($$null, pg_temp.id(1), '{}'$$), '22004 p_budget_id', 'a null budget');
select is(pg_temp.refused($$pg_temp.budget_id(), null, '{}'$$), '22004 p_execution_id', 'nobody');
select is(
    pg_temp.refused($$pg_temp.budget_id(), pg_temp.id(1), null$$), '22004 p_deltas', 'nothing'
);
select is(
    pg_temp.refused($$pg_temp.budget_id(), pg_temp.id(1), '{}', repeat('x', 513)$$),
    '22023 p_idempotency_key', 'a key that is too long'
);
select is(
    pg_temp.refused($$pg_temp.budget_id(), pg_temp.id(2), '{}'$$), 'ZF201 execution_not_found',
    'an unknown execution'
);
select is(
    pg_temp.refused($$pg_temp.budget_id(3), pg_temp.id(1), '{}'$$), 'ZF602 budget_not_found',
    'an unknown budget'
);
select * from finish();
rollback;
