-- tests_sql/flow/ff_cancel_flow/spares_members_that_may_finish.sql
begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
create function pg_temp.cancel(p_policy text) returns text language sql as $$
    select c.outcome || ', ' || c.cancelled_count
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'enough', p_policy) as c
$$;
create function pg_temp.last_events(p_name text) returns text language sql as $$
    select string_agg(v.kind::text, ', ' order by v.event_id, v.ordinal)
    from flowfabric.ff_event_item as v
    where v.execution_id = pg_temp.node(p_name) and v.kind in (
        'acquired', 'released', 'resumed', 'signal_delivered', 'completed'
    )
$$;

-- given d after two of x and u, of which x runs; when pending members are cancelled; then
select pg_temp.flow('{
    "x": {}, "u": {}, "d": {"after": {"quorum": 2, "of": ["x", "u"]}}
}') as flow_id;
select pg_temp.start('x') as handle \gset
select is(pg_temp.cancel('cancel_pending'), 'cancelled, 2', 'u and d are cancelled');
select pg_temp.pay();
select is(
    pg_temp.nodes(), 'd cancelled, u cancelled, x active',
    'x may finish, though its join can no longer be satisfied'
);
select is(
    (select c.public_state from flowfabric.ff_complete(:'handle') as c), 'completed', 'it finishes'
);

-- given d, which runs, and an edge to it from u, which waits; when u is cancelled with the flow;
-- then
select pg_temp.flow('{"u": {}, "d": {"policy": {
    "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 0}}
}}}') as flow_id;
select pg_temp.start('d') as handle \gset
select is(pg_temp.edge('u', 'd'), 'applied active', 'd runs');
select is(pg_temp.cancel('cancel_pending'), 'cancelled, 1', 'u is cancelled');
select pg_temp.pay();
select is(pg_temp.nodes(), 'd active, u cancelled', 'd may finish');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select is(
    (select f.outcome from flowfabric.ff_fail(:'handle', 'oops') as f),
    'retry_scheduled',
    'when d fails and would be retried'
);
select is(pg_temp.nodes('d'), 'd skipped', 'd is skipped: its join is impossible');
select is(
    pg_temp.last_events('d'), 'acquired, released, completed', 'its lease had been given back'
);

-- when d gives its lease back without a failure; then
select pg_temp.flow('{"u": {}, "d": {}}') as flow_id;
select
    pg_temp.start('d') as handle,
    pg_temp.edge('u', 'd') as edge
\gset
select
    pg_temp.cancel('cancel_pending') as cancelled,
    pg_temp.pay() as paid
\gset
select d.public_state from flowfabric.ff_delay(:'handle', 0) as d \gset
select is(pg_temp.last_events('d'), 'acquired, released, completed', 'the lease ends first, too');

-- when d is suspended, and an operator or a signal resumes it; then
select pg_temp.flow('{"u": {}, "d": {}, "e": {}}') as flow_id;
select
    pg_temp.start('d') as handle,
    pg_temp.start('e') as e_handle,
    pg_temp.edge('u', 'd') as edge,
    pg_temp.edge('u', 'e') as e_edge
\gset
select
    s.outcome,
    w.waitpoints -> 0 ->> 'waitpoint_id' as waitpoint_id,
    w.waitpoints -> 0 ->> 'token' as waitpoint_token
from flowfabric.ff_suspend(:'handle', '{"operator_only": true}') as s,
    flowfabric.ff_suspend(:'e_handle', '{"signal": "go", "on": "e"}') as w
\gset
select
    pg_temp.cancel('cancel_pending') as cancelled,
    pg_temp.pay() as paid
\gset
select r.outcome from flowfabric.ff_resume_execution(pg_temp.node('d')) as r \gset
select is(
    pg_temp.last_events('d'), 'acquired, released, resumed, completed', 'the resumption comes first'
);
select s.outcome
from flowfabric.ff_deliver_signal(
    pg_temp.node('e'), :'waitpoint_id', :'waitpoint_token', 'go'
) as s \gset
select is(
    pg_temp.last_events('e'), 'acquired, released, signal_delivered, completed',
    'the signal is delivered first'
);

-- given a race of a running x and a waiting u; when only the flow is cancelled, and x completes;
-- then
select pg_temp.flow('{
    "x": {}, "u": {}, "d": {"after": {"any_of": ["x", "u"]}}, "e": {"after": ["x"]},
    "y": {}, "z": {"after": ["y"]}
}') as flow_id;
select
    pg_temp.start('x') as x_handle,
    pg_temp.start('y') as y_handle
\gset
select is(pg_temp.cancel('cancel_flow_only'), 'cancelled, 0', 'no member is cancelled');
select
    x.public_state,
    y.outcome
from flowfabric.ff_complete(:'x_handle') as x,
    flowfabric.ff_fail(:'y_handle', 'oops', 'permanent') as y
\gset
select pg_temp.pay();
select is(
    pg_temp.nodes(),
    'd waiting, e waiting, u waiting, x completed, y failed, z waiting_children',
    'the loser stays as it is, and so does the impossible join'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
