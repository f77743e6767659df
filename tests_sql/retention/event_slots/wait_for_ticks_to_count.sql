begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

-- given events past their retention, which can be read, and which no tick has counted; then
do $given$ begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_complete(pg_temp.claim());
    insert into ff_event_watermark (last_event_id, safe_event_id, holders)
    select s.last_value, s.last_value, '{}' from ff_event_event_id_seq as s;
    perform pg_temp.advance('10 s');
    perform _change_event_slot();
    perform pg_temp.advance('70 s');
end $given$;
select is(_trim_events(100), 0, 'a tick does not remove them');
select is(_change_event_slot(), 0, 'no table is emptied');
select is(pg_temp.ring(), '0:2', 'they are kept');
do $when$ begin perform pg_temp.prove_events(); end $when$;
select is(_change_event_slot(), 1, 'when they are counted they are removed');
select is(
    (select sum(s.completed) from ff_statistics(p_since => '-infinity') as s),
    1::numeric,
    'and their count remains'
);

select * from finish();
rollback;
