-- tests_sql/flow/ff_cancel_flow/cancels_the_flow_only.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given members in every phase; when only the flow is cancelled
select pg_temp.flow('{
    "done": {}, "running": {}, "waiting": {}, "delayed": {"delay_ms": 60000}, "suspended": {},
    "blocked": {"after": ["running"]}
}') as flow_id;
select pg_temp.complete('done') as done;
select pg_temp.start('running') as handle \gset
select s.outcome
from flowfabric.ff_suspend(pg_temp.start('suspended'), '{"operator_only": true}') as s;

select results_eq(
    $$select c.outcome, c.cancelled_count
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted', 'cancel_flow_only') as c$$,
    $$values ('cancelled', 0)$$,
    'no member is cancelled'
);
select is(
    pg_temp.nodes(),
    'blocked waiting_children, delayed delayed, done completed, running active,'
    || ' suspended suspended, waiting waiting',
    'all members stay as they are'
);
select results_eq(
    $$select d.eligibility_state, d.blocking_reason
    from flowfabric.ff_describe_execution(pg_temp.node('waiting')) as d$$,
    $$values ('blocked_by_operator', 'paused_by_flow_cancel')$$,
    'a member that would wait for a worker reads paused at once, before any claim has met it'
);
select results_eq(
    $$select m.node, d.eligibility_state, d.blocking_reason
    from flowfabric.ff_executions as d
    inner join flowfabric.ff_flow_member as m on m.execution_id = d.execution_id
    where d.lifecycle_phase = 'runnable'
    order by m.node$$,
    $$values
    ('blocked', 'blocked_by_dependencies', 'waiting_for_children'),
    ('delayed', 'not_eligible_until_time', 'waiting_for_delay'),
    ('waiting', 'blocked_by_operator', 'paused_by_flow_cancel')$$,
    'so it does in the view'
);
select is(
    flowfabric.ff_evaluate_flow_eligibility(pg_temp.node('waiting')), 'flow_cancelled',
    'it does not read eligible'
);
select is(
    pg_temp.healthy(), 'healthy', 'no invariant is broken'
);
select pg_temp.advance('1 s');
select is_empty(
    $$select c.kind from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    'no claim gets a member'
);
select results_eq(
    $$select d.public_state, d.eligibility_state, d.blocking_reason, d.attempt_state, d.claimable_at
    from flowfabric.ff_describe_execution(pg_temp.node('waiting')) as d$$,
    $$values ('waiting', 'blocked_by_operator', 'paused_by_flow_cancel', 'pending_first_attempt',
        null::timestamptz)$$,
    'a member that a claim has met shows why it is paused'
);
select is(
    (select c.public_state from flowfabric.ff_complete(:'handle') as c), 'completed',
    'a running member may complete'
);
select is(pg_temp.nodes('blocked'), 'blocked waiting', 'its end releases the member behind it');
select is_empty(
    $$select c.kind from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 10) as c$$,
    'no batch gets that one, either'
);
select is(
    (
        select d.blocking_reason
        from flowfabric.ff_describe_execution(pg_temp.node('blocked')) as d
    ),
    'paused_by_flow_cancel',
    'it reads paused, too'
);
select is(
    (
        select c.outcome
        from flowfabric.ff_cancel_execution(pg_temp.node('waiting'), 'this one') as c
    ),
    'cancelled',
    'members can be cancelled one by one'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
