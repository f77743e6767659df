-- tests_sql/lane/ff_list_lanes/lists_registered_and_used_lanes_by_name.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
-- given lanes that were registered, submitted to, and both; then
select is_empty('select flowfabric.ff_list_lanes()', 'at first there are no lanes');
select lives_ok(
    $$select
        flowfabric.ff_create_execution('b'),
        flowfabric.ff_create_execution('b', p_priority => 1),
        flowfabric.ff_create_execution('C'),
        flowfabric.ff_create_execution('~'),
        flowfabric.ff_register_lane('b', '{"max_reclaim_count": 5}'),
        flowfabric.ff_register_lane('a'),
        flowfabric.ff_register_lane(' x')$$,
    'given the lanes'
);
select is(
    (
        select jsonb_agg(to_jsonb(l))
        from flowfabric.ff_list_lanes() as l
        where l.lane_id in ('C', 'b')
    ),
    '[
        {
            "lane_id": "C", "state": "active", "default_policy": null, "options": {},
            "is_registered": false, "registered_at": null, "updated_at": null,
            "counts": null, "is_count_at_least": null, "counted_at": null
        },
        {
            "lane_id": "b", "state": "active", "default_policy": {"max_reclaim_count": 5},
            "options": {}, "is_registered": true, "registered_at": "2030-01-01T12:00:00+00:00",
            "updated_at": "2030-01-01T12:00:00+00:00",
            "counts": null, "is_count_at_least": null, "counted_at": null
        }
    ]',
    'a lane that was only submitted to has the defaults'
);
select is(
    (select array_agg(l.lane_id) from flowfabric.ff_list_lanes() as l),
    '{" x",C,a,b,~}',
    'each lane is listed once, sorted by bytes, in any collation of the database'
);
select * from finish();
rollback;
