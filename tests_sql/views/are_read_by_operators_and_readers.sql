-- tests_sql/views/are_read_by_operators_and_readers.sql
-- noqa: disable=LT02
begin;
select plan(6);
\ir ../lib/clock.sql
\ir ../lib/permissions.sql
select is(
    pg_temp.who_may('select * from flowfabric.' || v.view_name),
    'ff_operator, ff_reader',
    v.view_name || ' is theirs'
)
from unnest(
    array['ff_executions', 'ff_attempts', 'ff_lanes', 'ff_stuck', 'ff_throughput']
) as v (view_name);
select is(
    pg_temp.who_may('select * from flowfabric.ff_due_work'), 'nobody', 'ff_due_work is our own'
);
select * from finish();
rollback;
