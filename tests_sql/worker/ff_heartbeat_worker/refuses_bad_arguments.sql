begin;
select plan(7);
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_heartbeat_worker(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_worker_instance_id'),
    ($$'a-1', null$$, '22004 p_namespace'),
    ($$''$$, '22023 p_worker_instance_id'),
    ($$'a 1'$$, '22023 p_worker_instance_id'),
    ($$'a-1', ''$$, '22023 p_namespace'),
    ($$'a-1', p_handles => '{{a},{b}}'$$, '22023 p_handles'),
    ($$'a-1', p_handles => array_fill('a'::text, array[10001])$$, '22023 p_handles')
) as b (arguments, refusal);

select * from finish();
rollback;
