-- tests_sql/retention/ring/does_not_hold_others_up.sql
-- noqa: disable=LT09
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
set local search_path = flowfabric, public;
-- given a ring that is to turn every ten minutes, and events
do $given$ begin
    perform flowfabric.ff_set_event_retention(3600000);
    update flowfabric.ff_event_slot set turned_at = pg_temp.clock();
    perform pg_temp.lease();
end $given$;
-- for how long writers wait, at most, for each tick that tries to turn it
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

select is(pg_temp.patience_in('599.999 s'), 'none', 'before its time nobody waits');
select is(pg_temp.patience_in('0.001 s'), 'slot 1 1ms', 'then hardly anybody');
select is(pg_temp.patience_in('595 s'), 'slot 1 1ms', 'again and again');
select is(pg_temp.patience_in('5 s'), 'slot 1 20ms', 'a little longer when it is overdue');
select is(
    (
        select array_agg(p.patience order by p.item)
        from (
            select i.item, split_part(pg_temp.patience_in('1 s'), ' ', 3) as patience
            from generate_series(1, 20) as i (item)
        ) as p
    ),
    '{1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,20ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,1ms,20ms}',
    'once in ten seconds'
);
-- when it has turned
do $when$ begin perform _change_event_slot(); end $when$;
select is(pg_temp.patience_in('10 s'), 'none', 'nobody waits again');
select * from finish();
rollback;
