-- tests_sql/execution/calls_for_many/end_in_time.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/bulk_verbs.sql
-- given a hundred executions, and a clock that goes ahead a millisecond each time it is read
do $given$ begin
    perform pg_temp.submit_number(n) from generate_series(1, 100) as n;
    perform flowfabric.ff_fail(pg_temp.start(n), 'broken', 'permanent') from generate_series(1, 100, 2) as n;
end $given$;
create temporary sequence reading;
grant usage on sequence reading to public;
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select current_setting('test.now')::timestamptz + nextval('reading') * interval '1 ms'
$_now$;
-- when each verb is called; then it ends after some, and the pages lead through all
create function pg_temp.pages(p_verb text)
returns text
language plpgsql
as $pages$
declare
    v_answer flowfabric.ff_bulk_answer;
    v_pages integer := 0;
    v_most bigint := 0;
    v_changed bigint := 0;
    v_skipped bigint := 0;
begin
    begin
        loop
            execute format('select * from flowfabric.%s', pg_temp.call(
                p_verb, $$'{"lane_id": "lane"}'$$, format(
                    ', p_before => %L, p_after => %L', v_answer.before, v_answer.after
                )
            ))
            into v_answer;
            v_pages := v_pages + 1;
            v_most := greatest(v_most, v_answer.changed_count);
            v_changed := v_changed + v_answer.changed_count;
            v_skipped := v_skipped + v_answer.skipped_count;
            exit when not v_answer.is_more;
        end loop;
        raise exception using errcode = 'P0999', message = format(
            '%s, %s and %s', case when v_pages > 1 and v_most < 50 then 'in pages' else 'at once' end,
            v_changed, v_skipped
        );
    exception
        when sqlstate 'P0999' then
            return sqlerrm;
    end;
end;
$pages$;
select is(pg_temp.pages(v.name), 'in pages, 50 and 50', v.name) from verb as v;
-- given no time at all; then one execution is changed nevertheless
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select current_setting('test.now')::timestamptz + nextval('reading') * interval '1 s'
$_now$;
select is(
    (select a.changed_count from flowfabric.ff_change_priorities('{"lane_id": "lane"}', 9) as a),
    1::bigint,
    'no call does nothing'
);
select * from finish();
rollback;
