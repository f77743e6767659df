begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

-- given event slots of which one is to be changed and one to be emptied; when a tick runs; then it
-- takes no lock that makes writers or readers wait, because its transaction may stay open
do $given$ begin
    perform pg_temp.work(1);
    perform pg_temp.advance('10 s');
    perform pg_temp.work(2);
    perform pg_temp.advance('120 s');
end $given$;
select isnt((_event_work()).p_next_slot, null, 'given the event slot is to be changed');
do $when$ begin perform count(*) from ff_tick(); end $when$;
select is_empty(
    $$
        select l.relation::regclass, l.mode
        from pg_locks as l
        where
            l.pid = pg_backend_pid()
            and l.locktype = 'relation'
            and l.mode in (
                'ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'
            )
            and l.relation in (
                select c.oid from pg_class as c where c.relnamespace = 'flowfabric'::regnamespace
            )
    $$,
    'no lock is stronger than those of writers'
);

select * from finish();
rollback;
