-- tests_sql/submit/ff_create_execution/refuses_bad_lanes.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
-- when the lane is not 1 to 64 printable ASCII characters; then
prepare submit_to (text) as select flowfabric.ff_create_execution($1);

select throws_ok(
    $$execute submit_to('')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'an empty lane'
);
select throws_ok(
    $$execute submit_to(repeat('l', 65))$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', '65 bytes'
);
select throws_ok(
    $$execute submit_to(repeat('l', 300))$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', '300 bytes'
);
select throws_ok(
    $$execute submit_to('läne')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'a letter beyond ASCII'
);
select throws_ok(
    $$execute submit_to('lane™')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'a sign beyond ASCII'
);
select throws_ok(
    $$execute submit_to(E'lane\n')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'a line end'
);
select throws_ok(
    $$execute submit_to(E'la\x01ne')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'a control character'
);
select throws_ok(
    $$execute submit_to(E'lane\x7f')$$,
    '22023', 'p_lane_id must be 1 to 64 printable ASCII characters', 'the delete character'
);
select is_empty('select 1 from flowfabric.ff_route', 'nothing was written');
select lives_ok($$execute submit_to(repeat('l', 64))$$, '64 bytes are a lane');
select lives_ok($$execute submit_to(' !~''"%_')$$, 'every printable character is accepted');
select * from finish();
rollback;
