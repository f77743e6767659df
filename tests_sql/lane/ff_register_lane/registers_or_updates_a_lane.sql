-- tests_sql/lane/ff_register_lane/registers_or_updates_a_lane.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
-- given a lane that is registered, and registered again; then
select
    is(
        to_jsonb(r),
        '{"lane_id": "lane", "outcome": "registered"}',
        'the first call registers it'
    )
from flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 5}') as r;
select pg_temp.advance('1 minute');
select
    is(
        to_jsonb(r),
        '{"lane_id": "lane", "outcome": "updated"}',
        'the second call updates it'
    )
from flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 6}') as r;
select
    is(
        to_jsonb(l),
        '{
        "lane_id": "lane",
        "state": "active",
        "default_policy": {"max_reclaim_count": 6},
        "options": {},
        "is_registered": true,
        "registered_at": "2030-01-01T12:00:00+00:00",
        "updated_at": "2030-01-01T12:01:00+00:00",
        "counts": null,
        "is_count_at_least": null,
        "counted_at": null
    }',
        'the last call counts; the time of the first registration is kept'
    )
from flowfabric.ff_list_lanes() as l;
select
    is(
        to_jsonb(r),
        '{"lane_id": "lane", "outcome": "updated"}',
        'a call without a policy updates it'
    )
from flowfabric.ff_register_lane('lane') as r;
select is(
    (select l.default_policy from flowfabric.ff_list_lanes() as l),
    null,
    'the lane has no policy any more'
);
select lives_ok(
    $$select flowfabric.ff_create_execution('used')$$, 'given a lane with a submission'
);
select is(
    (select r.outcome from flowfabric.ff_register_lane('used') as r),
    'registered',
    'it can be registered later'
);
select * from finish();
rollback;
