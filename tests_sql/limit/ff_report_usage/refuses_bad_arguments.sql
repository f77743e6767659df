-- tests_sql/limit/ff_report_usage/refuses_bad_arguments.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/errors.sql
select pg_temp.budget() as budget \gset
create function pg_temp.refused(p_deltas jsonb) returns text language sql as $$
    select pg_temp.refusal(format(
        'select flowfabric.ff_report_usage(pg_temp.budget_id(), %L)', p_deltas
    ))
$$;
select is(pg_temp.refused(null), '22004 p_deltas', 'nothing');
select is(pg_temp.refused('[1]'), '22023 p_deltas', 'a value that is not an object');
select is(pg_temp.refused('{"tokens": -1}'), '22023 p_deltas', 'negative');
select is(pg_temp.refused('{"tokens": 1.5}'), '22023 p_deltas', 'broken');
select is(pg_temp.refused('{"tokens": "1"}'), '22023 p_deltas', 'text');
select is(pg_temp.refused('{"": 1}'), '22023 p_deltas', 'an empty dimension');
select is(
    pg_temp.refusal($$select flowfabric.ff_report_usage(pg_temp.budget_id(7), '{}')$$),
    'ZF602 budget_not_found', 'an unknown budget'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_report_usage(null, '{}')$$), '22004 p_budget_id',
    'a null id'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_report_usage(pg_temp.budget_id(), '{}', repeat('x', 513))$$
    ),
    '22023 p_dedup_key', 'a key that is too long'
);
select * from finish();
rollback;
