begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

select
    is(
        pg_temp.refusal('select flowfabric.ff_next_due_in_ms' || b.arguments),
        b.refusal,
        b.arguments
    )
from (
    values
    ('22004 p_lane_id', '(null)'),
    ('22004 p_capabilities', $$('lane', null)$$),
    ('22023 p_lane_id', $$('')$$),
    ('22023 p_lane_id', $$(repeat('x', 65))$$),
    ('22023 p_lane_id', $$(repeat('x', 300))$$),
    ('22023 p_lane_id', $$(E'la\nne')$$),
    ('22023 p_lane_id', $$(E'l\u00e4ne')$$),
    ('22023 p_capabilities', $$('lane', array['a,b'])$$),
    ('22023 p_capabilities', $$('lane', array[''])$$),
    ('22023 p_capabilities', $$('lane', array[null])$$),
    ('22023 p_capabilities', $$('lane', array[E'a\u0007'])$$),
    ('22023 p_capabilities', $$('lane', array(select n::text from generate_series(1, 257) as n))$$)
) as b (refusal, arguments);

select * from finish();
rollback;
