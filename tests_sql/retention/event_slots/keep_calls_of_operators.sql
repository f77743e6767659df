begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/event_slots.sql

do $given$ begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim();
    perform ff_revoke_lease(pg_temp.id(1), p_reason => 'stuck', p_actor => 'ada');
    perform pg_temp.submit_number(3, p_delay_ms => 0);
    perform ff_block_execution(pg_temp.id(3), 'paused_by_operator', 'stuck', 'ada');
    perform pg_temp.prove_events();
    perform pg_temp.advance('10 s');
    perform _change_event_slot();
    perform pg_temp.work(2);
end $given$;
select string_agg(h::text, '|') as before
from unnest(array[1, 3]) as n (number)
cross join lateral ff_history(pg_temp.id(n.number)) as h
\gset
do $when$ begin perform pg_temp.advance('70 s'); perform _change_event_slot(); end $when$;
select is(pg_temp.ring(), '1:2', 'when the events are removed');
select is(
    (
        select string_agg(h::text, '|')
        from unnest(array[1, 3]) as n (number)
        cross join lateral ff_history(pg_temp.id(n.number)) as h
    ),
    :'before',
    'the history of the execution is the same'
);

select * from finish();
rollback;
