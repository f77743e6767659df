-- Lists by indexed tags. Needs clock.sql and numbered_executions.sql.
\set QUIET on
-- the executions of a lane with a tag, page by page: '3 2 | 1', and whether there are more
create function pg_temp.found(p_filter text, p_newest_first boolean default true)
returns text
language plpgsql
as $found$
declare
    v_page flowfabric.ff_execution_page;
    v_said text;
begin
    loop
        v_page := flowfabric.ff_find_executions(p_filter::jsonb, p_newest_first, v_page.after);
        v_said := concat_ws(' | ', v_said, (
            select string_agg(pg_temp.number(e.execution_id)::text, ' ' order by e.item)
            from unnest(v_page.executions) with ordinality as e (
                execution_id, lane_id, namespace, kind, priority, public_state, attempt_index,
                worker_instance_id, created_at, updated_at, terminal_at, tags, item
            )
        ));
        exit when not v_page.is_more;
    end loop;
    return v_said;
end;
$found$;
-- ticks, until the indexes are known to all: another transaction would have written them
create function pg_temp.tend()
returns void
language plpgsql
as $tend$
begin
    for v_round in 1..3 loop
        update flowfabric.ff_tag_index set changed_by = '3', readers = '{}' where readers is null;
        perform pg_temp.advance('2 s');
        perform count(*) from flowfabric.ff_tick();
    end loop;
end;
$tend$;
