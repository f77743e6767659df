-- tests_sql/flow/ff_cancel_flow/lets_begun_members_run.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given members in every phase; when the flow is cancelled with its pending members
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
    from flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted', 'cancel_pending') as c$$,
    $$values ('cancelled', 3)$$,
    'waiting members are cancelled'
);
select is(
    pg_temp.nodes(),
    'blocked cancelled, delayed cancelled, done completed, running active, suspended suspended,'
    || ' waiting cancelled',
    'running and suspended members are not'
);
select is(
    (select c.public_state from flowfabric.ff_complete(:'handle') as c),
    'completed',
    'a running member may complete'
);
select r.outcome
from flowfabric.ff_resume_execution(pg_temp.node('suspended')) as r;
select is_empty(
    $$select c.kind from flowfabric.ff_claim('lane', 'w', 'w-1') as c$$,
    'a running member that fails is not claimed again'
);
select is(pg_temp.nodes('suspended'), 'suspended cancelled', 'the claim cancels it');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
