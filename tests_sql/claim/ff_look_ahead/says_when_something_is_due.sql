-- tests_sql/claim/ff_look_ahead/says_when_something_is_due.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
-- given work of two lanes, due at different moments; then the earliest counts
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails', 'calls']) as o
    $$,
    'values (null::bigint, true)',
    'nothing is scheduled, and nothing can become due without a ring'
);
do $given$
begin
    perform flowfabric.ff_create_execution('emails', '1', p_delay_ms => 5000);
    perform flowfabric.ff_create_execution('calls', '2', p_delay_ms => 2000);
    perform flowfabric.ff_create_execution('faxes', '3');
    perform flowfabric.ff_create_execution('calls', '4', p_required_capabilities => '{isdn}');
end;
$given$;
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails', 'calls']) as o
    $$,
    'values (2000::bigint, true)',
    'the earliest of the lanes counts, without work of other lanes or other capabilities'
);
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails', 'calls'], '{isdn}') as o
    $$,
    'values (0::bigint, true)',
    'with the capability the work counts'
);
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails']) as o
    $$,
    'values (5000::bigint, true)',
    'of one lane only its own work counts'
);
-- given a lane that is paused; then nothing is due there
do $given$ begin perform flowfabric.ff_set_lane_state('emails', 'paused'); end $given$;
select results_eq(
    $$
        select o.next_due_in_ms, o.is_complete
        from flowfabric.ff_look_ahead(array['emails']) as o
    $$,
    'values (null::bigint, true)',
    'a paused lane has nothing to do'
);
select * from finish();
rollback;
