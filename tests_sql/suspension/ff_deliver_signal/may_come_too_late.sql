begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given suspensions of a minute that end in each way; when a signal comes at that very moment; then
create temporary table parked as
select * from pg_temp.parked_in_each_way(60000);
do $when$ begin perform pg_temp.advance('59999999 us'); end $when$;
select
    is(
        pg_temp.refusal(format('select pg_temp.signal(%L, %L)', p.id, 'no')), 'nothing',
        p.behavior || ': a moment before, it is in time'
    )
from parked as p;
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select pg_temp.signal(%L)', p.id)),
        case
            when p.behavior like 'auto_resume%' then 'ZF504 waitpoint_closed'
            else 'ZF505 target_not_signalable'
        end,
        p.behavior
    )
from parked as p
where p.behavior <> 'escalate';
select is(
    pg_temp.stored(), :'before',
    'a refused signal writes nothing, and does not apply the timeout'
);
select
    is(
        pg_temp.signal(p.id), 'resume_condition_satisfied',
        'an execution that escalates at that moment takes the signal, and is resumed'
    )
from parked as p
where p.behavior = 'escalate';
select results_eq(
    $$
        select h.what
        from parked as p
        cross join lateral flowfabric.ff_history(p.id) as h
        where p.behavior = 'escalate' and h.what like any (array['escalated', 'suspension%'])
    $$,
    $$values ('escalated'), ('suspension_ended')$$,
    'both are in its history'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
