begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal('select flowfabric.ff_look_ahead' || b.arguments),
        b.refusal,
        b.arguments
    )
from (
    values
    ('22004 p_lane_ids', '(null)'),
    ('22023 p_lane_ids', $$('{}')$$),
    ('22023 p_lane_ids', $$(array[''])$$),
    ('22004 p_capabilities', $$(array['lane'], null)$$),
    ('22023 p_capabilities', $$(array['lane'], array['a,b'])$$)
) as b (refusal, arguments);

select * from finish();
rollback;
