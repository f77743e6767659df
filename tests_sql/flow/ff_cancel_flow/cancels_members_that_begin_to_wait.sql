begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
create function pg_temp.stage(p_upstream text, p_downstream text) returns text language sql as $$
    select s.outcome
    from flowfabric.ff_stage_dependency_edge(
        pg_temp.flow_id(), gen_random_uuid(), pg_temp.node(p_upstream), pg_temp.node(p_downstream)
    ) as s
$$;
create function pg_temp.cancel(p_policy text) returns text language sql as $$
    select c.outcome from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'enough', p_policy) as c
$$;

-- given d, which runs, and an edge to it that cannot be applied any more, because members that have
-- not begun are cancelled; when d waits for its children; then
select pg_temp.flow('{"u": {}, "d": {}}') as flow_id;
select
    pg_temp.start('u') as u_handle,
    pg_temp.start('d') as d_handle,
    pg_temp.stage('u', 'd') as staged
\gset
select
    pg_temp.cancel('cancel_pending') as cancelled,
    pg_temp.pay() as paid
\gset
select is(
    (select w.public_state from flowfabric.ff_wait_children(:'d_handle') as w),
    'waiting_children', 'd waits'
);
select pg_temp.pay();
select is(pg_temp.nodes(), 'd cancelled, u active', 'd is cancelled, though no claim finds it');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');

-- given the same, and another edge, which was applied; when d is to be retried; then
select pg_temp.flow('{"u": {}, "v": {}, "d": {"policy": {
    "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 0}}
}}}') as flow_id;
select
    pg_temp.start('u') as u_handle,
    pg_temp.start('d') as d_handle,
    pg_temp.stage('v', 'd') as staged,
    pg_temp.edge('u', 'd') as edge
\gset
select
    pg_temp.cancel('cancel_pending') as cancelled,
    pg_temp.pay() as paid
\gset
select f.outcome from flowfabric.ff_fail(:'d_handle', 'oops') as f \gset
select pg_temp.pay();
select is(pg_temp.nodes(), 'd cancelled, u active, v cancelled', 'd is cancelled, too');

-- given the first flow again; when only the flow is cancelled; then
select pg_temp.flow('{"u": {}, "d": {}}') as flow_id;
select
    pg_temp.start('d') as d_handle,
    pg_temp.stage('u', 'd') as staged
\gset
select is(pg_temp.cancel('cancel_flow_only'), 'cancelled', 'no member is cancelled');
select w.public_state from flowfabric.ff_wait_children(:'d_handle') as w \gset
select pg_temp.pay();
select is(pg_temp.nodes(), 'd waiting_children, u waiting', 'd waits');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
