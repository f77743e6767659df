begin;
select plan(22);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql
\ir ../../lib/explained.sql

create function pg_temp.changed_by(p_execution_id uuid, p_gate text)
returns text
language sql
as $changed_by$
    select g.changed_by
    from flowfabric.ff_explain(p_execution_id) as g
    where g.gate = p_gate
$changed_by$;
-- given an execution that sleeps; then
select pg_temp.parent('sleeps') as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select is((flowfabric.ff_sleep(:'handle', 'nap', 60000)).outcome, 'sleeping', 'given');
select is(pg_temp.gate(:'id', 'time'), 'closed delayed 60000', 'time keeps it back');
select is(
    pg_temp.gate_detail(:'id', 'time') ->> 'reason', 'sleeps until 2030-01-01T12:01:00.000Z',
    'for it sleeps'
);
-- given one that waits for a signal; then
select pg_temp.parent('signal') as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select is(
    (flowfabric.ff_wait_signal(:'handle', 'wait', 'approval', 60000)).outcome, 'waiting', 'given'
);
select is(
    pg_temp.gate(:'id', 'suspension'), 'closed waiting_for_signal 60000', 'a signal keeps it back'
);
select is(
    pg_temp.gate_detail(:'id', 'suspension') ->> 'reason',
    'waits for signal approval',
    'by its name'
);
select is(
    pg_temp.changed_by(:'id', 'suspension'), 'ff_send_signal or time', 'and the calls that end it'
);
select is(pg_temp.closed_gates(:'id'), 'suspension', 'nothing else keeps it back');
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(pg_temp.gate(:'id', 'suspension'), 'open timed_out', 'its timeout opens the gate');
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'a claim takes it');
select isnt(pg_temp.claim('q', p_lane_id => 'signal'), null, 'as it does');
-- given one that waits for three of five children, or a signal; then
select pg_temp.parent('children') as handle
\gset
select pg_temp.execution_of(:'handle') as id
\gset
select is(
    pg_temp.spawn(:'handle', 'a', 'b', 'c', 'd', 'e'),
    'spawned, spawned, spawned, spawned, spawned', 'given'
);
select is(pg_temp.complete_child(:'id', 'a'), 'completed', 'given');
select is(
    (flowfabric.ff_await_children(:'handle', 'four', p_count => 4)).outcome, 'waiting', 'given'
);
select is((flowfabric.ff_wait_signal(:'handle', 'stop', 'stop')).outcome, 'waiting', 'given');
select is(
    pg_temp.gate(:'id', 'dependencies'), 'closed waiting_for_children', 'children keep it back'
);
select is(
    pg_temp.gate_detail(:'id', 'dependencies') ->> 'reason',
    'waits for 3 of 5 children or waits for signal stop', 'so many'
);
select is(
    jsonb_path_query_array(
        pg_temp.gate_detail(:'id', 'dependencies'), '$.blockers[*].public_state'
    ),
    '["waiting", "waiting", "waiting", "waiting"]', 'these are not over'
);
select is(
    (
        select jsonb_agg(w.wait - '{begun_at}'::text[])
        from flowfabric.ff_describe_execution(:'id') as d
        cross join jsonb_array_elements(d.waits) as w (wait)
    ),
    '[
        {
            "step_key": "four", "kind": "wait", "reason": "waits for 3 of 5 children",
            "missing_count": 3, "total_count": 5
        },
        {
            "step_key": "stop", "kind": "signal", "reason": "waits for signal stop",
            "signal_name": "stop"
        }
    ]',
    'ff_describe_execution says the same'
);
-- given three more have ended, and a session holds the row of the parent; then
select is(
    pg_temp.complete_child(:'id', 'b') || pg_temp.complete_child(:'id', 'c')
    || pg_temp.complete_child(:'id', 'd'),
    'completedcompletedcompleted', 'given'
);
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'they let it go on');
select is(
    (select d.waits from flowfabric.ff_describe_execution(:'id') as d), null, 'it waits no more'
);
select * from finish();
rollback;
