-- tests_sql/look/ff_metrics/counts_lanes_beyond_fifty_together.sql
-- noqa: disable=AL03, AL05, LT09
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/leased_execution.sql
set local search_path = flowfabric, public, pg_temp;
-- an attempt in each of some lanes, which has ended
create function pg_temp.ends(p_from integer, p_to integer)
returns _event_count[]
language sql
as $ends$
    select array_agg(
        row('completed:success', 'lane-' || to_char(n, 'FM00'), pg_temp.clock(), 1)::_event_count
    )
    from generate_series(p_from, p_to) as n
$ends$;
insert into ff_lane_minute
select e.lane_id, e.minute_at, 0, 0, 1, 0, 0, 0
from unnest(pg_temp.ends(1, 60)) as e;
create temporary table counted as
select _added_to_lanes('{}', pg_temp.ends(1, 60)) as lanes;

-- given sixty lanes; then
select is(
    (select count(*) from counted as c cross join jsonb_object_keys(c.lanes - '_others') as k),
    50::bigint, 'fifty have counts of their own'
);
select is((select c.lanes -> '_others' from counted as c), '{"ok": 10}', 'ten share theirs');
do $when$ begin
    update counted set lanes = _added_to_lanes(lanes, pg_temp.ends(1, 60));
end $when$;
select results_eq(
    $$select c.lanes -> 'lane-50', c.lanes -> 'lane-51', c.lanes -> '_others' from counted as c$$,
    $$values ('{"ok": 2}'::jsonb, null::jsonb, '{"ok": 20}'::jsonb)$$,
    'each lane goes on where it was counted before'
);
-- given nothing has happened for seven days but in two of these lanes; when another lane begins
do $when$ begin
    delete from ff_lane_minute as m where m.lane_id > 'lane-02';
    update counted set lanes = _added_to_lanes(lanes, pg_temp.ends(70, 70));
end $when$;
select is(
    (select c.lanes from counted as c),
    '{"_others": {"ok": 20}, "lane-01": {"ok": 2}, "lane-02": {"ok": 2}, "lane-70": {"ok": 1}}',
    'it takes the place of a lane that is idle'
);

-- given counts of a lane that a reader may not see
do $given$ begin
    delete from ff_lane_minute;
    perform ff_complete(pg_temp.lease());
    perform pg_temp.prove_events();
    perform ff_grant_lane('lane', 'ff_operator', '{operate}');
end $given$;
create function pg_temp.outcomes()
returns text
language sql
as $outcomes$
    select string_agg(m.line, ', ' order by m.line)
    from regexp_split_to_table(flowfabric.ff_metrics(), e'\n') as m (line)
    where m.line ~ '^ff_attempt_outcome_total[{].*"ok"'
$outcomes$;
set local role ff_reader;
select is(
    pg_temp.outcomes(), 'ff_attempt_outcome_total{lane="_others",outcome="ok"} 1',
    'they are among the others'
);
reset role;
set local role ff_operator;
select is(
    pg_temp.outcomes(),
    'ff_attempt_outcome_total{lane="_others",outcome="ok"} 0, '
    || 'ff_attempt_outcome_total{lane="lane",outcome="ok"} 1',
    'an operator sees the lane'
);
reset role;
select is_empty('select * from flowfabric.ff_check()', 'no invariant is broken');
select * from finish();
rollback;
