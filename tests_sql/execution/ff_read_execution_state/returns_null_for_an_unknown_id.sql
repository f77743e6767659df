-- tests_sql/execution/ff_read_execution_state/returns_null_for_an_unknown_id.sql
begin;
select plan(1);
\ir ../../lib/clock.sql
-- given no execution; then
select is(
    flowfabric.ff_read_execution_state('00000000-0000-7000-8000-000000000001'),
    null,
    'an unknown id has no state'
);
select * from finish();
rollback;
