begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution with steps, signals, a child, a retry and a deadline of its policy
select execution_id
from
    flowfabric.ff_create_execution(
        'lane', '{"month": 1}', p_idempotency_key => 'key', p_tags => '{"a.b": "c"}',
        p_policy => '{"timeout_policy": {"execution_deadline_ms": 3600000}}'
    )
\gset
select pg_temp.claim('a') as handle
\gset
select is((flowfabric.ff_fail(:'handle', 'once')).outcome, 'retry_scheduled', 'given a retry');
do $given$ begin perform pg_temp.advance('10 minutes'); end $given$;
select pg_temp.claim('a') as handle
\gset
select is(pg_temp.spawn(:'handle', 'child'), 'spawned', 'given a child');
select is((flowfabric.ff_save_step(:'handle', 'step')).outcome, 'saved', 'given a step');
select is(
    (flowfabric.ff_send_signal(:'execution_id', 'go', '1', 'k')).outcome, 'sent', 'given a signal'
);
select pg_temp.child(:'execution_id', 'child') as child_id
\gset
-- when its handler begins another life; then
select is(
    to_jsonb(flowfabric.ff_continue_as_new(:'handle', '{"month": 2}')),
    jsonb_build_object(
        'execution_id', :'execution_id', 'public_state', 'waiting', 'is_replay', false
    ),
    'it waits for a worker'
);
select is(
    to_jsonb(flowfabric.ff_continue_as_new(:'handle', '{"month": 3}')),
    jsonb_build_object(
        'execution_id', :'execution_id', 'public_state', 'waiting', 'is_replay', true
    ),
    'sent again, it is a replay'
);
select is(pg_temp.steps(:'execution_id'), 'none', 'it has no steps');
select is(pg_temp.children(:'execution_id'), 'none', 'and no children');
select
    c.handle as next,
    c.attempt_type,
    c.attempt_index,
    c.input,
    c.tags
from flowfabric.ff_claim('lane', 'b', 'b-1') as c
\gset
select is(
    array[:'attempt_type', :'attempt_index', :'input', :'tags'],
    '{initial,2,"{\"month\": 2}","{\"a.b\": \"c\", \"flowfabric.life\": \"2\"}"}',
    'the attempt begins with the other input'
);
select is(
    pg_temp.described(
        :'execution_id',
        'life',
        'retry_count',
        'lease_reclaim_count',
        'replay_count',
        'lease_epoch',
        'idempotency_key', 'deadline_at', 'attempt_index', 'failure_reason'
    ),
    '{
        "life": 2, "retry_count": 0, "lease_reclaim_count": 0, "replay_count": 0, "lease_epoch": 3,
        "idempotency_key": "key", "deadline_at": "2030-01-01T13:10:00+00:00", "attempt_index": 2,
        "failure_reason": null
    }',
    'counts and deadline begin anew, attempts and epoch go on'
);
select is(
    to_jsonb(flowfabric.ff_continue_as_new(:'handle', '{"month": 3}')) ->> 'is_replay', 'true',
    'sent again by the former holder, it is a replay still'
);
select results_eq(
    format(
        'select a.attempt_index, a.attempt_type, a.outcome '
        || 'from flowfabric.ff_list_attempts(%L) as a', :'execution_id'
    ),
    $$
        values
        (0, 'initial', 'ended_failure'), (1, 'retry', 'ended_success'), (2, 'initial', null::text)
    $$,
    'the attempt before has ended with success'
);
select is(
    (flowfabric.ff_wait_signal(:'next', 'wait', 'go')).payload, '1',
    'a signal that was not used is kept'
);
-- when the child ends, and the execution fails; then
select is(
    (flowfabric.ff_fail(:'next', 'broken', 'permanent')).outcome, 'terminal_failed', 'given'
);
do $given$ begin perform pg_temp.do_todos(); end $given$;
select is(
    flowfabric.ff_read_execution_state(:'child_id'), 'waiting', 'the child is left alone'
);
select is(
    (
        select string_agg(h.what, ', ' order by h.ordinality)
        from flowfabric.ff_history(:'execution_id') with ordinality as h
        where h.what in ('continued_as_new', 'attempt_started', 'wait_ended')
    ),
    'attempt_started, attempt_started, continued_as_new, attempt_started, wait_ended',
    'the history tells of both lives'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
