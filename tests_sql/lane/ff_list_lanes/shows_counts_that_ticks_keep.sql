-- noqa: disable=LT09
-- tests_sql/lane/ff_list_lanes/shows_counts_that_ticks_keep.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
-- given a lane with work in several states; when a tick has run; then it says how much
do $given$ begin
    perform pg_temp.submit_number(n, p_delay_ms => case when n > 3 then 60000 end) from generate_series(1, 5) as n;
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
end $given$;
create function pg_temp.counts()
returns text
language sql
as $counts$
    select concat_ws(' ', l.lane_id, l.counts, l.is_count_at_least, to_char(l.counted_at, 'MI:SS'))
    from flowfabric.ff_list_lanes() as l
$counts$;
select is(pg_temp.counts(), 'lane', 'before, nothing is known');
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select
    is(
        pg_temp.counts(), 'lane {"active": 1, "delayed": 2, "waiting": 2} f 00:00', 'as of the tick'
    );
-- when less than ten seconds have passed; then it is not counted again
do $when$ begin
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
    perform pg_temp.advance('5 s');
    perform count(*) from flowfabric.ff_tick();
end $when$;
select
    is(
        pg_temp.counts(),
        'lane {"active": 1, "delayed": 2, "waiting": 2} f 00:00',
        'not each second'
    );
do $when$ begin
    perform pg_temp.advance('5 s');
    perform count(*) from flowfabric.ff_tick();
end $when$;
select
    is(pg_temp.counts(), 'lane {"active": 2, "delayed": 2, "waiting": 1} f 00:10', 'but after ten');
select is((select count(*) from flowfabric.ff_lane_count), 1::bigint, 'one row a lane is kept');
-- when nothing happens; then nothing is counted
do $when$ begin
    perform pg_temp.advance('11 s');
    perform count(*) from flowfabric.ff_tick();
end $when$;
select
    is(
        pg_temp.counts(),
        'lane {"active": 2, "delayed": 2, "waiting": 1} f 00:10',
        'an idle lane is left alone'
    );
-- given more than are counted; then it says so
do $given$ begin
    perform count(*) from flowfabric.ff_create_executions('lane', array_fill('{}'::jsonb, array[10000]));
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
    perform pg_temp.advance('5 s');
    perform count(*) from flowfabric.ff_tick();
end $given$;
select
    is(
        pg_temp.counts(),
        'lane {"active": 3, "delayed": 2, "waiting": 10000} t 00:26',
        'ten thousand and more'
    );
select * from finish();
rollback;
