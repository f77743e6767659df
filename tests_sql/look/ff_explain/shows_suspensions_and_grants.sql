-- tests_sql/look/ff_explain/shows_suspensions_and_grants.sql
-- noqa: disable=LT02, LT05
begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/suspensions.sql
\ir ../../lib/explained.sql
-- given an execution that waits for a signal; then
select pg_temp.suspended() as id \gset
select is(pg_temp.gate(:'id', 'suspension'), 'closed waiting_for_signal', 'it is parked');
select is(
    pg_temp.gate_detail(:'id', 'suspension') #- '{waitpoints,0,waitpoint_id}' -> 'waitpoints',
    '[{"waitpoint_key": "review", "signal_count": 0}]',
    'the detail says where the signal has to go'
);
select is(pg_temp.closed_gates(:'id'), 'suspension', 'no other gate is closed');
select pg_temp.signal(:'id') as effect \gset
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'the signal resumes it');
-- given an execution with a timeout that resumes it
select pg_temp.suspended(p_timeout_ms => 1000, p_timeout_behavior => 'auto_resume_with_timeout_signal')
    as id \gset
select is(pg_temp.gate(:'id', 'suspension'), 'closed waiting_for_signal 1000',
'the gate has the time of the timeout');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'after it a claim takes the execution');
-- given each condition and each timeout; then the gate names what can open it, and nothing else
create function pg_temp.changed_by(p_execution_id uuid, p_gate text default 'suspension')
returns text
language sql
as $changed_by$
    select concat_ws(': ', g.changes_in_ms::text, g.changed_by)
    from flowfabric.ff_explain(p_execution_id) as g
    where g.gate = p_gate
$changed_by$;
create temporary table parked as
select
    s.name,
    pg_temp.suspended(
        s.condition, p_timeout_ms => s.timeout_ms, p_timeout_behavior => s.timeout_behavior
    ) as execution_id
from (
    values
    ('signal', '{"signal": "approved", "on": "review"}'::jsonb, null::integer, 'fail'),
    ('operator', '{"operator_only": true}', null, 'fail'),
    ('timer', '{"timeout_only": true}', 1000, 'auto_resume_with_timeout_signal'),
    ('fails', '{"signal": "approved", "on": "review"}', 1000, 'fail'),
    ('cancelled', '{"operator_only": true}', 1000, 'cancel'),
    ('expires', '{"operator_only": true}', 1000, 'expire'),
    ('escalated', '{"operator_only": true}', 1000, 'escalate')
) as s (name, condition, timeout_ms, timeout_behavior);
select results_eq(
    'select p.name, pg_temp.changed_by(p.execution_id) from parked as p',
    $$
        values
        ('signal', 'ff_deliver_signal or ff_resume_execution'),
        ('operator', 'ff_resume_execution'),
        ('timer', '1000: ff_resume_execution or its timeout'),
        ('fails', '1000: ff_deliver_signal or ff_resume_execution or its timeout, which ends it as failed'),
        ('cancelled', '1000: ff_resume_execution or its timeout, which ends it as cancelled'),
        ('expires', '1000: ff_resume_execution or its timeout, which ends it as expired'),
        ('escalated', 'ff_resume_execution')
    $$,
    'the calls that can end the suspension'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select results_eq(
    $$
        select p.name, pg_temp.changed_by(p.execution_id, 'verdict')
        from parked as p
        where p.name in ('timer', 'fails', 'cancelled', 'expires', 'escalated')
    $$,
    $$
        values
        ('timer', 'a claim'),
        ('fails', '0: the next claim or tick, which ends it as failed'),
        ('cancelled', '0: the next claim or tick, which ends it as cancelled'),
        ('expires', '0: the next claim or tick, which ends it as expired'),
        ('escalated', 'ff_resume_execution')
    $$,
    'after the timeout a signal does not open it any more'
);
do $when$ begin perform * from flowfabric.ff_tick(); end $when$;
select results_eq(
    $$
        select p.name, pg_temp.changed_by(p.execution_id, 'verdict')
        from parked as p
        where p.name in ('fails', 'escalated')
    $$,
    $$values ('fails', 'ff_replay_execution'), ('escalated', 'ff_resume_execution')$$,
    'the effect of a claim after the timeout'
);
-- given an execution with a grant
select pg_temp.submit('granted') as id \gset
select kind from flowfabric.ff_issue_claim_grant(:'id', 'w', 'w-1') \gset
select is(pg_temp.gate(:'id', 'grant'), 'closed reserved 5000', 'the grant reserves it');
select is(pg_temp.closed_gates(:'id'), 'grant', 'that is not a delay');
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'until the grant lapses');
select * from finish();
rollback;
