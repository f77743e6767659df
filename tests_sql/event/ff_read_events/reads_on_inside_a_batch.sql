begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
do $given$ begin perform pg_temp.make_events(); end $given$;
select f.last_value + 1 as first_id from flowfabric.ff_event_floor as f
\gset

-- given a batch; when a page ends inside of it; then
create function pg_temp.pages(p_limit integer, p_kinds text[] default null)
returns text[]
language plpgsql
as $pages$
declare
    v_page flowfabric.ff_event_page;
    v_pages text[] := '{}';
begin
    for v_round in 1..10 loop
        v_page := flowfabric.ff_read_events(v_page.next_cursor, p_kinds, p_limit => p_limit);
        v_pages := v_pages || pg_temp.told(v_page);
        exit when not v_page.has_more;
    end loop;
    return v_pages;
end;
$pages$;

select is(
    pg_temp.pages(1),
    '{acquired 1,acquired 2,completed 1,completed 2,acquired 3,completed 3}',
    'the next page begins there'
);
select is(
    pg_temp.pages(4),
    '{"acquired 1, acquired 2, completed 1, completed 2","acquired 3, completed 3"}',
    'a page that begins at the end of the batch does not repeat it'
);
select is(
    pg_temp.pages(1, '{completed}'), '{completed 1,completed 2,completed 3}',
    'the same holds with a filter'
);
select is(
    (flowfabric.ff_read_events(p_limit => 0)).next_cursor,
    pg_temp.cursor(:first_id),
    'a page of 0 does not move the cursor'
);

select * from finish();
rollback;
