begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql
\ir ../../lib/errors.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select pg_temp.stored() as before
\gset

-- when the time is missing, given twice, or wrong; then
select
    is(
        pg_temp.refusal(pg_temp.typed_call('ff_delay_execution', :'handle', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('p_delay_ms => null', '22004 p_delay_ms'),
    ('p_delay_ms => -1', '22023 p_delay_ms'),
    ('p_delay_ms => 315360000001', '22023 p_delay_ms'),
    ($$p_run_at => 'infinity'$$, '22023 p_run_at'),
    ($$p_run_at => '-infinity'$$, '22023 p_run_at'),
    ($$p_delay_ms => 1, p_run_at => '2030-01-01 13:00+00'$$, '22023 p_run_at')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal(
        pg_temp.typed_call('ff_delay_execution', :'handle', 'p_delay_ms => 315360000000')
    ),
    'nothing',
    'ten years are allowed'
);

select * from finish();
rollback;
