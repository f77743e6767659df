begin;
select plan(9);
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
        pg_temp.refusal(format('select flowfabric.ff_sleep(%L, %s)', :'handle', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null, 1', '22004 p_step_key'),
    ($$'', 1$$, '22023 p_step_key'),
    ($$'nap'$$, '22004 p_delay_ms'),
    ($$'nap', -1$$, '22023 p_delay_ms'),
    ($$'nap', 315360000001$$, '22023 p_delay_ms'),
    ($$'nap', 1, '2030-01-01 13:00+00'$$, '22023 p_until'),
    ($$'nap', p_until => 'infinity'$$, '22023 p_until'),
    ($$'nap', p_until => '-infinity'$$, '22023 p_until')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');
select * from finish();
rollback;
