-- noqa: disable=LT05
-- tests_sql/limit/ff_list_budgets/shows_each_as_its_status.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given three budgets; when they are listed by twos; then each is there
do $given$ begin
    perform flowfabric.ff_create_budget(
        pg_temp.id(n), 'tenant', 't' || n, p_dimensions => '{tokens}', p_hard_limits => '{100}', p_soft_limits => '{0}'
    )
    from generate_series(1, 3) as n;
    perform flowfabric.ff_report_usage(pg_temp.id(2), '{"tokens": 7}');
end $given$;
select results_eq(
    'select b.scope_id, b.usage, b.hard_limits from flowfabric.ff_list_budgets(p_limit => 2) as b',
    $$values ('t1', '{"tokens": 0}'::jsonb, '{"tokens": 100}'::jsonb), ('t2', '{"tokens": 7}', '{"tokens": 100}')$$,
    'with its use'
);
select results_eq(
    $$select b.scope_id from flowfabric.ff_list_budgets('00000000-0000-7000-8000-000000000002', 2) as b$$,
    $$values ('t3')$$, 'and the next page'
);
select results_eq(
    'select to_jsonb(b) from flowfabric.ff_list_budgets() as b',
    'select to_jsonb(flowfabric.ff_get_budget_status(pg_temp.id(n))) from generate_series(1, 3) as n',
    'as ff_get_budget_status has it'
);
-- given that one belongs to a role; then another role does not see it
select pg_temp.login_of('ff_reader') as reader
\gset
create role test_owner login;
do $given$ begin perform flowfabric.ff_set_owner('budget', pg_temp.id(1)::text, 'test_owner'); end $given$;
create function pg_temp.seen_by(p_role text)
returns text
language plpgsql
as $seen_by$
declare
    v_seen text;
begin
    perform set_config('role', p_role, true);
    v_seen := (select string_agg(b.scope_id, ' ') from flowfabric.ff_list_budgets() as b);
    perform set_config('role', 'none', true);
    return v_seen;
end;
$seen_by$;
select is(pg_temp.seen_by(:'reader'), 't2 t3', 'a reader does not');
select is(pg_temp.seen_by('ff_operator'), 't1 t2 t3', 'an operator does');
select
    is(
        pg_temp.refusal('select flowfabric.ff_list_budgets(p_limit => 1001)'),
        '22023 p_limit',
        'a page is limited'
    );
select * from finish();
rollback;
