begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- when an argument is wrong; then
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_read_events(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$'garbage'$$, '22023 p_cursor'),
    ($$'e1:1'$$, '22023 p_cursor'),
    ($$'e1:1:0 '$$, '22023 p_cursor'),
    ($$'e2:1:0'$$, '22023 p_cursor'),
    ($$'e1:01:0'$$, '22023 p_cursor'),
    ($$'e1:-1:0'$$, '22023 p_cursor'),
    ($$'e1:9999999999999999999:0'$$, '22023 p_cursor'),
    ($$p_kinds => '{finished}'$$, '22023 p_kinds'),
    ($$p_kinds => array[null]$$, '22023 p_kinds'),
    ($$p_namespace => ''$$, '22023 p_namespace'),
    ($$p_tag_key => 'Customer'$$, '22023 p_tag_key'),
    ($$p_tag_value => '17'$$, '22023 p_tag_value'),
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => -1', '22023 p_limit'),
    ('p_limit => 1001', '22023 p_limit'),
    ('p_limit => 1000', 'nothing'),
    ($$'e1:999999999999999999:0'$$, 'nothing')
) as b (arguments, refusal);

select * from finish();
rollback;
