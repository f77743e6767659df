begin;
select plan(15);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a lease; when its holder waits for a signal; then
select pg_temp.lease('a') as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
select is(
    to_jsonb(flowfabric.ff_wait_signal(:'handle', 'approval', 'approved')),
    '{"outcome": "waiting", "payload": null, "sender": null, "received_at": null}',
    'it waits'
);
select is(
    pg_temp.shown(:'execution_id'), 'suspended waiting_for_signal', 'no worker holds it'
);
select is(
    (flowfabric.ff_wait_signal(:'handle', 'approval', 'approved')).outcome, 'waiting',
    'sent again it waits'
);
-- when another signal comes; then
select is(
    to_jsonb(flowfabric.ff_send_signal(:'execution_id', 'rejected')),
    jsonb_build_object(
        'execution_id', :'execution_id', 'outcome', 'sent', 'public_state', 'suspended'
    ),
    'one of another name is kept'
);
-- when the signal comes; then
do $when$ begin perform pg_temp.advance('1 day'); end $when$;
select is(
    to_jsonb(flowfabric.ff_send_signal(:'execution_id', 'approved', '{"by": "ada"}')),
    jsonb_build_object(
        'execution_id', :'execution_id', 'outcome', 'sent', 'public_state', 'waiting'
    ),
    'the execution waits for a worker'
);
select is(
    pg_temp.steps(:'execution_id'), 'approval signal {"by": "ada"}', 'the step has its outcome'
);
select is(
    (flowfabric.ff_wait_signal(:'handle', 'approval', 'approved')).outcome, 'waiting',
    'a caller without the lease is never told to go on'
);
select results_eq(
    $$
        select v.kind::text, v.details
        from flowfabric.ff_event as v
        where v.kind not in ('acquired', 'renewed')
        order by v.event_id
    $$,
    format(
        $$
            values
            (
                'released', '{
                    "reason": "waiting_signal", "step_key": "approval", "signal_name": "approved"
                }'::jsonb
            ),
            (
                'signal_delivered', '{
                    "signal_name": "rejected", "source_type": "sender", "source_identity": "%1$s",
                    "effect": "kept_in_mailbox"
                }'
            ),
            (
                'signal_delivered', '{
                    "signal_name": "approved", "source_type": "sender", "source_identity": "%1$s",
                    "step_key": "approval", "effect": "resume_condition_satisfied"
                }'
            ),
            (
                'wait_ended', '{
                    "step_key": "approval", "kind": "signal", "outcome": "received",
                    "signal_name": "approved"
                }'
            )
        $$, session_user
    ),
    'events say so'
);
select
    c.handle,
    c.attempt_type,
    c.attempt_index
from flowfabric.ff_claim('lane', 'b', 'b-1') as c
\gset
select is(:'attempt_type' || :attempt_index::text, 'resume0', 'the same attempt goes on');
select is(
    to_jsonb(flowfabric.ff_wait_signal(:'handle', 'approval', 'approved')),
    jsonb_build_object(
        'outcome', 'received', 'payload', '{"by": "ada"}'::jsonb, 'sender', session_user,
        'received_at', '2030-01-02T12:00:00+00:00'
    ),
    'with the signal'
);
-- when the worker dies, the attempt fails, the execution ends and is replayed; then
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(
    (flowfabric.ff_wait_signal(pg_temp.claim('c'), 'approval', 'approved')).payload ->> 'by',
    'ada', 'a takeover has the signal'
);
select (flowfabric.ff_fail(
    flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000),
    'broken',
    'permanent'
)).outcome as failed
from flowfabric.ff_exec_core as e
\gset
select is(:'failed'::text, 'terminal_failed', 'given it failed');
select is(
    (flowfabric.ff_replay_execution(:'execution_id')).public_state,
    'waiting',
    'given it is replayed'
);
select is(
    (flowfabric.ff_wait_signal(pg_temp.claim('d'), 'approval', 'approved')).payload ->> 'by',
    'ada', 'a replay has it, too: no second signal is needed'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
