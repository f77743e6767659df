begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql

-- given signals with a category, without one, and an approval; then
select pg_temp.suspended('{"count": 3, "of": "signals", "on": ["review"]}') as id
\gset
do $given$
declare
    v_id constant uuid := (select e.execution_id from flowfabric.ff_exec_core as e);
begin
    perform flowfabric.ff_deliver_signal(
        v_id, pg_temp.waitpoint(v_id), pg_temp.token(v_id), 'called', p_signal_category => 'callback'
    );
    perform flowfabric.ff_deliver_signal(
        v_id, pg_temp.waitpoint(v_id), pg_temp.token(v_id), 'plain'
    );
    perform flowfabric.ff_deliver_approval_signal(v_id, pg_temp.waitpoint(v_id), 'approved', 'ada');
end;
$given$;
select pg_temp.claim('b') as handle
\gset
select results_eq(
    format(
        'select signal_name, signal_category from flowfabric.ff_observe_signals(%L)', :'handle'
    ),
    $$values ('called', 'callback'), ('plain', null), ('approved', 'approval')$$,
    'the worker sees the category of each signal'
);
select results_eq(
    $$
        select e.details ->> 'signal_name', e.details ->> 'signal_category'
        from flowfabric.ff_signal_event as e
        where e.kind = 'signal_delivered'
        order by e.event_id
    $$,
    $$values ('called', 'callback'), ('plain', null), ('approved', 'approval')$$,
    'a reader of events does, too'
);
select results_eq(
    format(
        $$
            select h.details ->> 'signal_name', h.details ->> 'signal_category'
            from flowfabric.ff_history(%L) as h
            where h.what = 'signal_delivered'
            order by h.details ->> 'signal_name'
        $$,
        :'id'
    ),
    $$values ('approved', 'approval'), ('called', 'callback'), ('plain', null)$$,
    'a reader of the history does, too'
);
select is(
    pg_temp.refusal(format(
        $$select flowfabric.ff_deliver_signal(%L, %L, 'x', 'called', p_signal_category => '')$$,
        :'id', :'id'
    )),
    '22023 p_signal_category',
    'a category is a word'
);

select * from finish();
rollback;
