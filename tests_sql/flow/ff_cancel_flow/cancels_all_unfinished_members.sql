-- tests_sql/flow/ff_cancel_flow/cancels_all_unfinished_members.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given members in every phase; when the flow is cancelled with all its members
select pg_temp.flow('{
    "done": {}, "running": {}, "waiting": {}, "delayed": {"delay_ms": 60000}, "suspended": {},
    "blocked": {"after": ["running"]}
}') as flow_id;
select pg_temp.complete('done') as done;
select pg_temp.start('running') as handle \gset
select s.outcome
from flowfabric.ff_suspend(pg_temp.start('suspended'), '{"operator_only": true}') as s;

select is(
    (
        select to_jsonb(c) - '{member_execution_ids,after}'::text[]
        from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted', p_actor => 'ada') as c
    ),
    jsonb_build_object(
        'flow_id', pg_temp.flow_id(), 'outcome', 'cancelled', 'public_flow_state', 'cancelled',
        'cancellation_policy', 'cancel_all',
        'cancel_reason', 'not wanted', 'cancelled_count', 5, 'remaining_count', 0,
        'is_more', false
    ),
    'all of them are cancelled at once'
);
select is(
    pg_temp.nodes(),
    'blocked cancelled, delayed cancelled, done completed, running cancelled, suspended cancelled,'
    || ' waiting cancelled',
    'members that had ended are unchanged'
);
select throws_ok(
    format('select flowfabric.ff_complete(%L)', :'handle'),
    'ZF105', 'the execution is not active', 'the lease of a running member has ended'
);
select results_eq(
    $$select d.cancellation_reason, d.cancelled_by, d.lease_epoch
    from flowfabric.ff_describe_execution(pg_temp.node('running')) as d$$,
    $$values ('not wanted', 'flow_cascade', 2::bigint)$$,
    'its holder reads the reason'
);
select results_eq(
    $$select v.kind::text, v.flow_id, v.details - 'session_user' - 'role'
    from flowfabric.ff_operator_event as v where v.kind = 'flow_cancelled'$$,
    $$values ('flow_cancelled', pg_temp.flow_id(), '{"actor": "ada", "reason": "not wanted",
        "member_count": 6, "cancellation_policy": "cancel_all"}'::jsonb)$$,
    'the event names the operator'
);
select results_eq(
    $$select f.public_flow_state, f.cancel_reason, f.cancellation_policy, f.cancelled_at
    from flowfabric.ff_describe_flow(pg_temp.flow_id()) as f$$,
    $$values ('cancelled', 'not wanted', 'cancel_all', pg_temp.clock())$$,
    'the flow is cancelled'
);
select results_eq(
    $$select c.outcome, c.cancellation_policy, c.cancel_reason, c.cancelled_count,
        cardinality(c.member_execution_ids)
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'again', 'cancel_pending') as c$$,
    $$values ('already_terminal', 'cancel_all', 'not wanted', 0, 6)$$,
    'a second call returns the result of the first'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
