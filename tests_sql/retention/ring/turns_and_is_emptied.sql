begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
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
    update flowfabric.ff_event_turn set turned_at = pg_temp.clock();
end $given$;

do $given$ begin perform pg_temp.work(1); perform _turn_events(); end $given$;
select is(pg_temp.ring(), '0:2', 'given events in the first part');
do $when$ begin
    perform pg_temp.advance('10 s'); perform _turn_events(); perform pg_temp.work(2);
end $when$;
select is(pg_temp.ring(), '0:2 1:2', 'after a sixth of the time it is turned');
do $when$ begin
    perform pg_temp.advance('9 s'); perform _turn_events(); perform pg_temp.work(3);
end $when$;
select is(pg_temp.ring(), '0:2 1:4', 'not sooner');
do $when$ begin perform pg_temp.advance('41 s'); end $when$;
select is(_turn_events(), 0, 'when the last event is not too old');
do $when$ begin perform pg_temp.advance('1 ms'); end $when$;
select is(_turn_events(), 1, 'as soon as it is, the part is emptied');
do $when$ begin perform pg_temp.work(4); end $when$;
select is(pg_temp.ring(), '1:4 2:2', 'the others are there');
select is(
    pg_temp.told(ff_read_events(p_kinds => '{completed}')),
    'completed 2, completed 3, completed 4', 'and are read'
);
select throws_ok(
    format(
        $$select flowfabric.ff_read_events('e1:%s:0')$$, (select last_value from ff_event_floor)
    ),
    'ZF710', null, 'who goes on before them is told'
);
select is_empty('select * from flowfabric.ff_check()', 'nothing is broken');

select * from finish();
rollback;
