begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given nothing to do; when two ticks run; then
select results_eq(
    'select job, errors, more from flowfabric.ff_tick()',
    $$
        values
        ('open_transactions', 0::bigint, false), ('passed_rows', 0, false),
        ('claim_speed', 0, false),
        ('routes', 0, false), ('watermark', 0, false), ('flows', 0, false),
        ('limits', 0, false),
        ('deadlines', 0, false), ('suspensions', 0, false), ('lapses', 0, false),
        ('retention', 0, false), ('records', 0, false), ('statistics', 0, false),
        ('events', 0, false)
    $$,
    'each job has a row, and is done'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select results_eq(
    $$select job, processed from flowfabric.ff_tick(1) where job in ('deadlines', 'lapses')$$,
    $$values ('deadlines', 0::bigint), ('lapses', 0)$$,
    'there was nothing to do'
);

select * from finish();
rollback;
