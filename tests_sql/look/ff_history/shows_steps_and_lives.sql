begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution with steps of each kind in its second life, whose cancellation was requested
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
do $given$
declare
    v_handle text := (
        select flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000)
        from flowfabric.ff_exec_core as e
    );
begin
    perform flowfabric.ff_continue_as_new(v_handle);
    perform pg_temp.advance('1 s');
    v_handle := pg_temp.claim('q', p_lane_id => 'parent');
    perform flowfabric.ff_save_step(v_handle, 'value', '1');
    perform pg_temp.advance('1 s');
    perform pg_temp.spawn(v_handle, 'child');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_wait_signal(v_handle, 'signal', 'go');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_send_signal(pg_temp.execution_of(v_handle), 'go');
    perform pg_temp.advance('1 s');
    v_handle := pg_temp.claim('r', p_lane_id => 'parent');
    perform flowfabric.ff_cancel_execution(
        pg_temp.execution_of(v_handle), 'enough', p_actor => 'ada', p_grace_ms => 10000
    );
end;
$given$;
-- then
select results_eq(
    format(
        $$
            select h.what, h.attempt_index, h.details - '{child_execution_id}'::text[]
            from flowfabric.ff_history(%L) as h
            where h.what not in ('submitted', 'attempt_started', 'attempt_ended')
        $$, :'id'
    ),
    format(
        $$
            values
            ('continued_as_new', 0, '{}'::jsonb),
            ('step_saved', 1, '{"step_key": "value", "kind": "value"}'),
            ('spawned', 1, '{"step_key": "child", "kind": "child"}'),
            ('wait_begun', 1, '{"step_key": "signal", "kind": "signal", "signal_name": "go"}'),
            (
                'wait_ended', 1, '{
                    "step_key": "signal", "kind": "signal", "signal_name": "go",
                    "outcome": "received", "sender": "%1$s"
                }'
            ),
            (
                'cancel_requested', null, '{
                    "role": "%1$s", "session_user": "%1$s", "actor": "ada", "reason": "enough",
                    "source": "operator_override", "cancel_at": "2030-01-01T12:00:15+00:00"
                }'
            )
        $$, session_user
    ),
    'each is listed'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
