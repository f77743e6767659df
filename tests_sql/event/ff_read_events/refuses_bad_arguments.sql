begin;
select plan(21);
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
    ($$'e1:1:0'$$, '22023 p_cursor'),
    ($$left(pg_temp.cursor(1), -2)$$, '22023 p_cursor'),
    ($$pg_temp.cursor(1) || ' '$$, '22023 p_cursor'),
    ($$'e2' || substr(pg_temp.cursor(1), 3)$$, '22023 p_cursor'),
    ($$replace(pg_temp.cursor(1), ':1:', ':01:')$$, '22023 p_cursor'),
    ($$replace(pg_temp.cursor(1), ':1:', ':-1:')$$, '22023 p_cursor'),
    ($$replace(pg_temp.cursor(1), ':1:', ':9999999999999999999:')$$, '22023 p_cursor'),
    ($$pg_temp.cursor(999999999999999999)$$, '22023 p_cursor'),
    (
        $$'e1:00000000-0000-0000-0000-000000000000' || substr(pg_temp.cursor(1), 40)$$,
        '22023 p_cursor'
    ),
    ($$p_kinds => '{finished}'$$, '22023 p_kinds'),
    ($$p_kinds => array[null]$$, '22023 p_kinds'),
    ($$p_namespace => ''$$, '22023 p_namespace'),
    ($$p_tag_key => 'Customer'$$, '22023 p_tag_key'),
    ($$p_tag_value => '17'$$, '22023 p_tag_value'),
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => -1', '22023 p_limit'),
    ('p_limit => 1001', '22023 p_limit'),
    ('p_limit => 1000', 'nothing'),
    (
        $$pg_temp.cursor((select s.last_value + 1 from flowfabric.ff_event_event_id_seq as s))$$,
        'nothing'
    ),
    (
        $$pg_temp.cursor((select s.last_value + 1 from flowfabric.ff_event_event_id_seq as s), 1)$$,
        '22023 p_cursor'
    )
) as b (arguments, refusal);

select * from finish();
rollback;
