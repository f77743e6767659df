-- tests_sql/retention/event_slots/let_writers_wait_for_milliseconds.sql
-- noqa: disable=LT09
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
set local search_path = flowfabric, public;
-- given event slots that change every ten minutes, and events
do $given$ begin
    perform flowfabric.ff_set_event_retention(3600000);
    update flowfabric.ff_event_slot set turned_at = pg_temp.clock();
    perform pg_temp.lease();
end $given$;
-- for how long a tick lets writers wait, at most, to change the slot
create function pg_temp.patience_in(p_interval interval)
returns text
language plpgsql
as $patience_in$
begin
    perform pg_temp.advance(p_interval);
    return coalesce(
        (select 'slot ' || w.p_next_slot || ' ' || w.p_patience from _event_work() as w
        where w.p_next_slot is not null), 'none'
    );
end;
$patience_in$;

select is(pg_temp.patience_in('599.999 s'), 'none', 'before its time a tick does not try');
select is(
    pg_temp.patience_in('0.001 s'), 'slot 1 1ms',
    'then a tick lets writers wait for a millisecond'
);
select is(pg_temp.patience_in('595 s'), 'slot 1 1ms', 'the next ticks do the same');
select is(
    pg_temp.patience_in('5 s'), 'slot 1 20ms',
    'when the change is overdue, for 20 milliseconds'
);
select is(
    (
        select array_agg(p.patience order by p.item)
        from (
            select i.item, split_part(pg_temp.patience_in('1 s'), ' ', 3) as patience
            from generate_series(1, 20) as i (item)
        ) as p
    ),
    '{1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,20ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,20ms}',
    'but only once in ten seconds'
);
-- when the slot has changed
do $when$ begin perform _change_event_slot(); end $when$;
select is(pg_temp.patience_in('10 s'), 'none', 'a tick does not try any more');
select * from finish();
rollback;
