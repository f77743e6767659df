-- noqa: disable=AL03
-- tests_sql/execution/ff_erase_executions/erases_many_frames_in_pieces.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
-- given an execution with 700 frames, and another one; and a clock that goes ahead a second each
-- time it is read
do $given$
declare
    v_handle text;
begin
    perform pg_temp.submit_number(n) from generate_series(1, 2) as n;
    v_handle := pg_temp.start(1);
    perform flowfabric.ff_append_frame(v_handle, p_text => n::text) from generate_series(1, 700) as n;
    perform flowfabric.ff_complete(v_handle);
    perform flowfabric.ff_complete(pg_temp.start(2));
end $given$;
create temporary sequence reading;
grant usage on sequence reading to public;
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select current_setting('test.now')::timestamptz + nextval('reading') * interval '1 s'
$_now$;
-- when they are erased; then a call that has no time for all of it comes back to it
create temporary table page as
with recursive page as (
    select
        1 as item,
        a.*
    from flowfabric.ff_erase_executions('{"lane_id": "lane"}') as a
    union all
    select
        p.item + 1,
        a.*
    from page as p
    cross join
        lateral flowfabric.ff_erase_executions(
            '{"lane_id": "lane"}', null, 1000, p.before, p.after
        ) as a
    where p.is_more
)

select * from page;
select is(
    (
        select
            string_agg(
                concat_ws(' ', p.changed_count, coalesce(pg_temp.number(p.after)::text, 'none')),
                ', ' order by p.item
            )
        from page as p
    ),
    '0 none, 0 none, 0 none, 1 1, 1 2', 'each takes some hundred'
);
select is((select sum(p.changed_count) from page as p), 2::numeric, 'each execution counts once');
select is((select count(*) from flowfabric.ff_stream_frame), 0::bigint, 'nothing is left');
select is((select count(*) from flowfabric.ff_stream), 0::bigint, 'nor of the stream');
select is(
    (
        select count(*) from flowfabric.ff_operator_event as v
        where v.kind = 'erased'
    ),
    2::bigint,
    'one event each'
);
select * from finish();
rollback;
