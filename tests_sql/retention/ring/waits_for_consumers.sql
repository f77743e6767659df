begin;
select plan(5);
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

do $given$ begin
    perform ff_create_consumer('c');
    perform ff_create_consumer('lagging', p_max_lag_ms => 100000);
    perform pg_temp.work(1);
    perform pg_temp.advance('10 s');
    perform _turn_events();
    perform pg_temp.work(2);
    perform pg_temp.advance('70 s');
end $given$;
select is(_turn_events(), 0, 'nothing is removed that was not read');
select from ff_read_consumer('c');
select from ff_ack_consumer('c', (ff_read_consumer('c')).next_cursor);
select is(_turn_events(), 0, 'by all');
do $when$ begin perform pg_temp.advance('21 s'); end $when$;
select is(_turn_events(), 1, 'but one that lags for longer than it may');
select is(pg_temp.told(ff_read_consumer('c')), 'nothing', 'the other is not concerned');
select throws_ok(
    $$select flowfabric.ff_read_consumer('lagging')$$, 'ZF710', null, 'it is told so'
);

select * from finish();
rollback;
