-- tests_sql/lane/ff_list_lanes/pages_through_many_lanes.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
-- given 250 lanes; when a client pages through them; then
select lives_ok(
    $$select flowfabric.ff_register_lane('lane ' || lpad(i::text, 3, '0'))
    from generate_series(1, 250) as i$$,
    'given the lanes'
);
select is(
    (select count(*) from flowfabric.ff_list_lanes()), 100::bigint, 'a page has 100 lanes'
);
select is(
    (select max(l.lane_id) from flowfabric.ff_list_lanes() as l),
    'lane 100', 'the first lanes'
);
select is(
    (select array_agg(l.lane_id) from flowfabric.ff_list_lanes('lane 100', 2) as l),
    '{lane 101,lane 102}', 'the next page begins after the last key seen'
);
select is(
    (select array_agg(l.lane_id) from flowfabric.ff_list_lanes('lane 1', 1) as l),
    '{lane 100}', '`p_after` need not be the name of a lane'
);
select is(
    (select count(*) from flowfabric.ff_list_lanes('lane 200')), 50::bigint,
    'the last page is short'
);
select is_empty(
    $$select flowfabric.ff_list_lanes('lane 250')$$, 'after the last lane the page is empty'
);
select is(
    (select count(*) from flowfabric.ff_list_lanes(p_limit => 1000)), 250::bigint,
    '1000 is the largest page'
);
select is_empty('select flowfabric.ff_list_lanes(p_limit => 0)', 'a page of 0 is empty');
select throws_ok(
    'select flowfabric.ff_list_lanes(p_limit => 1001)',
    '22023', 'p_limit must be between 0 and 1000', '1001 is too much'
);
select throws_ok(
    'select flowfabric.ff_list_lanes(p_limit => -1)',
    '22023', 'p_limit must be between 0 and 1000', '-1 is too little'
);
select is(
    pg_temp.error_of('select flowfabric.ff_list_lanes(p_limit => null)') - 'hint',
    '{
        "sqlstate": "22004",
        "message": "p_limit must not be null",
        "detail": {"argument": "p_limit"}
    }',
    'a null limit is refused'
);
select * from finish();
rollback;
