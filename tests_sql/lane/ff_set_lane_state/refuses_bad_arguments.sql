begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_set_lane_state(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'paused'$$, '22004 p_lane_id'),
    ($$'', 'paused'$$, '22023 p_lane_id'),
    ($$repeat('l', 65), 'paused'$$, '22023 p_lane_id'),
    ($$'lane', null$$, '22004 p_state'),
    ($$'lane', ''$$, '22023 p_state'),
    ($$'lane', 'Paused'$$, '22023 p_state'),
    ($$'lane', 'closed'$$, '22023 p_state'),
    ($$'lane', 'paused', ''$$, '22023 p_reason'),
    ($$'lane', 'paused', p_actor => ''$$, '22023 p_actor')
) as b (arguments, refusal);
select is_empty('select * from flowfabric.ff_list_lanes()', 'nothing was written');

select * from finish();
rollback;
