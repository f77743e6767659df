-- tests_sql/execution/ff_reschedule_execution/refuses_bad_arguments.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/errors.sql
do $given$ begin perform pg_temp.submit_number(1); end $given$;
-- when arguments are wrong; then
select
    is(
        pg_temp.refusal('select flowfabric.ff_reschedule_execution(' || c.arguments || ')'),
        c.refusal,
        c.arguments
    )
from (
    values
    ('null, 0', '22004 p_execution_id'),
    ($$'00000000-0000-7000-8000-000000000001'$$, '22004 p_delay_ms'),
    ($$'00000000-0000-7000-8000-000000000001', 0, '2030-01-01'$$, '22023 p_run_at'),
    ($$'00000000-0000-7000-8000-000000000001', -1$$, '22023 p_delay_ms'),
    ($$'00000000-0000-7000-8000-000000000001', 315360000001$$, '22023 p_delay_ms'),
    ($$'00000000-0000-7000-8000-000000000001', null, 'infinity'$$, '22023 p_run_at'),
    ($$'00000000-0000-7000-8000-000000000001', 0, p_reason => ''$$, '22023 p_reason'),
    ($$'00000000-0000-7000-8000-000000000001', 0, p_actor => ''$$, '22023 p_actor')
) as c (arguments, refusal);
select * from finish();
rollback;
