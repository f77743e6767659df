begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select * from flowfabric.ff_list_executions(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('p_limit => null', '22004 p_limit'),
    ('p_limit => -1', '22023 p_limit'),
    ('p_limit => 1001', '22023 p_limit'),
    ($$p_lane_id => ''$$, '22023 p_lane_id'),
    ($$p_public_state => 'running'$$, '22023 p_public_state'),
    ($$p_public_state => ''$$, '22023 p_public_state'),
    ($$p_after => 'junk'$$, '22P02'),
    ($$p_after => ''$$, '22P02')
) as b (arguments, refusal);

select * from finish();
rollback;
