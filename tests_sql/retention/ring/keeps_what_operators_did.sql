begin;
select plan(2);
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
    perform pg_temp.submit_number(1);
    perform pg_temp.claim();
    perform ff_revoke_lease(pg_temp.id(1), p_reason => 'stuck', p_actor => 'ada');
    perform pg_temp.submit_number(3, p_delay_ms => 0);
    perform ff_block_execution(pg_temp.id(3), 'paused_by_operator', 'stuck', 'ada');
    perform pg_temp.prove_events();
    perform pg_temp.advance('10 s');
    perform _turn_events();
    perform pg_temp.work(2);
end $given$;
select string_agg(h::text, '|') as before
from unnest(array[1, 3]) as n (number)
cross join lateral ff_history(pg_temp.id(n.number)) as h
\gset
do $when$ begin perform pg_temp.advance('70 s'); perform _turn_events(); end $when$;
select is(pg_temp.ring(), '1:2', 'when the events are gone');
select is(
    (
        select string_agg(h::text, '|')
        from unnest(array[1, 3]) as n (number)
        cross join lateral ff_history(pg_temp.id(n.number)) as h
    ),
    :'before',
    'the story of the execution is as it was'
);

select * from finish();
rollback;
