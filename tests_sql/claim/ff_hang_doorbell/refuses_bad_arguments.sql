begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal('select flowfabric.ff_hang_doorbell' || b.arguments),
        b.refusal,
        b.arguments
    )
from (
    values
    ('22004 p_worker_instance_id', $$(null, array['lane'])$$),
    ('22023 p_worker_instance_id', $$('with a blank', array['lane'])$$),
    ('22004 p_lane_ids', $$('worker-1', null)$$),
    ('22023 p_lane_ids', $$('worker-1', '{}')$$),
    ('22023 p_lane_ids', $$('worker-1', array['lane', null])$$),
    ('22023 p_lane_ids', $$('worker-1', array_fill('lane'::text, array[1001]))$$),
    ('22004 p_ttl_ms', $$('worker-1', array['lane'], null)$$),
    ('22023 p_ttl_ms', $$('worker-1', array['lane'], 0)$$),
    ('22023 p_ttl_ms', $$('worker-1', array['lane'], 3600001)$$)
) as b (refusal, arguments);

select * from finish();
rollback;
