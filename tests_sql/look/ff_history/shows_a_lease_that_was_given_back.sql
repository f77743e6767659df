begin;
select plan(4);
\ir ../../lib/clock.sql

select execution_id from flowfabric.ff_create_execution('emails', '{}') \gset
select handle from flowfabric.ff_claim('emails', 'mailer', 'mailer-1') \gset
select count(*) from flowfabric.ff_delay(:'handle', 5000) \gset

create function pg_temp.handed_back(p_execution_id uuid)
returns table (instance text, attempt integer, is_due_after interval)
language sql
as $handed_back$
    select
        h.worker_instance_id, h.attempt_index,
        (h.details ->> 'due_at')::timestamptz - h.occurred_at
    from flowfabric.ff_history(p_execution_id) as h
    where h.what = 'handed_back'
$handed_back$;

select results_eq(
    format('select * from pg_temp.handed_back(%L)', :'execution_id'),
    $$values ('mailer-1', 0, interval '5 seconds')$$,
    'a delay is shown with the moment at which the execution is due'
);
select pg_temp.advance('6 s');
select handle from flowfabric.ff_claim('emails', 'mailer', 'mailer-2') \gset
select is_empty(
    format('select * from pg_temp.handed_back(%L)', :'execution_id'),
    'the next claim replaces the entry'
);
select count(*) from flowfabric.ff_delay(:'handle', 0) \gset
select results_eq(
    format('select * from pg_temp.handed_back(%L)', :'execution_id'),
    $$values ('mailer-2', 0, interval '0')$$,
    'an execution that was handed back is due at once'
);
select count(*) from flowfabric.ff_cancel_execution(:'execution_id', 'enough') \gset
select is_empty(
    format('select * from pg_temp.handed_back(%L)', :'execution_id'),
    'an ended execution has no such entry'
);
select * from finish();
rollback;
