begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

create function pg_temp.fetched()
returns numeric
language sql
as $fetched$
    select sum(coalesce(t.idx_tup_fetch, 0) + t.seq_tup_read)
    from pg_stat_xact_user_tables as t
    where t.relname = 'ff_event_0'
$fetched$;

-- given consumers that have read none of many events, and one that may be left behind
do $given$ begin
    perform ff_create_consumer('c');
    perform ff_create_consumer('lagging', p_max_lag_ms => 100000);
    insert into ff_event (kind, occurred_at)
    select 'acquired', pg_temp.clock() from generate_series(1, 5000);
    perform pg_temp.prove_events();
    perform pg_temp.advance('70 s');
end $given$;
-- when a tick decides what to do about the event slots; then
select pg_temp.fetched() as fetched
\gset
select is((_event_work()).p_full_slot, null, 'no slot can be emptied yet');
select cmp_ok(
    pg_temp.fetched() - :fetched, '<', 100::numeric, 'it read the ends of the slots'
);

select * from finish();
rollback;
