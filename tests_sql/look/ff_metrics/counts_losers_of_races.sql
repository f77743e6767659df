begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
set local search_path = flowfabric, public, pg_temp;

create function pg_temp.cancellations()
returns text
language sql
as $cancellations$
    select string_agg(m.line, ', ' order by m.line)
    from regexp_split_to_table(flowfabric.ff_metrics(), e'\n') as m (line)
    where m.line ~ '^ff_(sibling_cancel_dispatched|completion)_total[{].*(cancelled|quorum)'
$cancellations$;

-- given d after any of a, b, c; when b completes, and an operator cancels another execution; then
select pg_temp.flow('{
    "a": {}, "b": {}, "c": {}, "d": {"after": {"any_of": ["a", "b", "c"]}}
}') as flow_id
\gset
select is(pg_temp.complete('b'), 'completed', 'b completes');
do $given$ begin
    perform flowfabric.ff_cancel_execution(
        (flowfabric.ff_create_execution('lane', '{}')).execution_id, 'sibling_quorum_satisfied'
    );
    insert into flowfabric.ff_event_watermark (last_event_id, safe_event_id, holders)
    select max(e.event_id), max(e.event_id), '{}' from flowfabric.ff_event as e;
    perform flowfabric._count_events(1000);
end $given$;
select is(
    pg_temp.cancellations(),
    'ff_completion_total{outcome="cancelled"} 3, '
    || 'ff_sibling_cancel_dispatched_total{reason="sibling_quorum_impossible"} 0, '
    || 'ff_sibling_cancel_dispatched_total{reason="sibling_quorum_satisfied"} 2',
    'the losers are counted, beside the other cancellation'
);

select * from finish();
rollback;
