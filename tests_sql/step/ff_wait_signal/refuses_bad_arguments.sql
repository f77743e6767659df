begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql

select pg_temp.lease() as handle
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_wait_signal(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'go'$$, '22004 p_step_key'),
    ($$'step', null$$, '22004 p_signal_name'),
    ($$'step', ''$$, '22023 p_signal_name'),
    ($$'step', repeat('x', 257)$$, '22023 p_signal_name'),
    ($$'step', 'go', -1$$, '22023 p_timeout_ms'),
    ($$'step', 'go', 315360000001$$, '22023 p_timeout_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select * from finish();
rollback;
