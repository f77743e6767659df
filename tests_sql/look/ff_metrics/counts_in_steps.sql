-- tests_sql/look/ff_metrics/counts_in_steps.sql
-- noqa: disable=AL03, LT09
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given more events than one tick counts; then several ticks count them, and older rows are removed
do $given$ begin
    for v_item in 1..3 loop
        perform flowfabric.ff_complete(pg_temp.lease());
    end loop;
    for v_item in 1..200 loop
        insert into flowfabric.ff_event (kind, occurred_at) values ('key_rotated', pg_temp.clock());
    end loop;
end $given$;
insert into flowfabric.ff_event_watermark (last_event_id, safe_event_id, holders)
select max(e.event_id), max(e.event_id) - 6, '{}' from flowfabric.ff_event as e;
set local search_path = flowfabric, public, pg_temp;
select is((_count_events(1)).p_count, 100, 'the first tick counts a hundred');
select is((_count_events(1)).p_count, 100, 'the second tick counts a hundred');
select is((_count_events(1)).p_count, 0, 'the third has nothing left that is proven');
select is(
    (
        select array_agg(s.counts ->> 'key_rotated' order by s.counted_event_id)
        from ff_statistic as s
    ),
    '{94,194}',
    'the sums are kept'
);
select * from finish();
rollback;
