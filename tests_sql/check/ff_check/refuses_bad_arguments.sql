-- tests_sql/check/ff_check/refuses_bad_arguments.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- when the limit is null or out of range; then
select is(
    pg_temp.error_of('select flowfabric.ff_check(null)') - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_limit must not be null",
        "detail": {"argument": "p_limit"}
    }',
    'no limit'
);
select throws_ok(
    'select flowfabric.ff_check(-1)', '22023', 'p_limit must be between 0 and 1000', '-1'
);
select throws_ok(
    'select flowfabric.ff_check(1001)', '22023', 'p_limit must be between 0 and 1000', '1001'
);
select lives_ok('select flowfabric.ff_check(1000)', '1000 is accepted');
select * from finish();
rollback;
