-- Event slots that keep events for a minute and begin now, and the contents of each. Needs
-- leased_execution.sql, numbered_executions.sql and proven_events.sql.
\set QUIET on
set local search_path = flowfabric, public;
create function pg_temp.ring()
returns text
language sql
as $ring$
    select coalesce(
        string_agg(s.slot || ':' || s.event_count, ' ' order by s.slot), 'empty'
    )
    from (
        select l.slot, count(*) as event_count
        from flowfabric.ff_event_log as l
        group by l.slot
    ) as s
$ring$;

create function pg_temp.work(p_number integer)
returns void
language plpgsql
as $work$
begin
    perform pg_temp.submit_number(p_number);
    perform flowfabric.ff_complete(pg_temp.claim());
    perform pg_temp.prove_events();
end;
$work$;

do $given$ begin
    perform flowfabric.ff_set_event_retention(60000);
    update flowfabric.ff_event_slot set turned_at = pg_temp.clock();
end $given$;
