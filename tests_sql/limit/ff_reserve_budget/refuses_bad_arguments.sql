-- tests_sql/limit/ff_reserve_budget/refuses_bad_arguments.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1) as done \gset
create function pg_temp.refused(text) returns text language sql as $$
    select pg_temp.refusal(format('select flowfabric.ff_reserve_budget(%s)', $1))
$$;
select is(pg_temp.refused($$null, pg_temp.id(1), '{}'$$), '22004 p_budget_id', 'a null budget');
select is(pg_temp.refused($$pg_temp.budget_id(), null, '{}'$$), '22004 p_execution_id', 'nobody');
select is(
    pg_temp.refused($$pg_temp.budget_id(), pg_temp.id(1), '1'$$), '22023 p_amounts',
    'a number instead of an object'
);
select is(
    pg_temp.refused($$pg_temp.budget_id(), pg_temp.id(2), '{}'$$),
    'ZF201 execution_not_found',
    'who?'
);
select is(
    pg_temp.refused($$pg_temp.budget_id(3), pg_temp.id(1), '{}'$$),
    'ZF602 budget_not_found',
    'what?'
);
select flowfabric.ff_cancel_execution(pg_temp.id(1), 'not wanted') as cancelled \gset
select is(
    pg_temp.refused($$pg_temp.budget_id(), pg_temp.id(1), '{}'$$),
    'ZF207 execution_already_terminal', 'a finished execution is refused'
);
select * from finish();
rollback;
