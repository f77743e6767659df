begin;
select plan(9);
\ir ../../lib/errors.sql
\ir ../../lib/proven_events.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_create_consumer(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_consumer'),
    ($$''$$, '22023 p_consumer'),
    ($$'c', '{x}'$$, '22023 p_kinds'),
    ($$'c', p_tag_value => 'x'$$, '22023 p_tag_value'),
    ($$'c', p_cursor => 'x'$$, '22023 p_cursor'),
    ($$'c', p_cursor => pg_temp.cursor(999999999)$$, '22023 p_cursor'),
    ($$'c', p_max_lag_ms => 0$$, '22023 p_max_lag_ms'),
    ($$'c', p_max_lag_ms => 315360000001$$, '22023 p_max_lag_ms'),
    ($$'c', p_max_lag_ms => 1$$, 'nothing')
) as b (arguments, refusal);

select * from finish();
rollback;
