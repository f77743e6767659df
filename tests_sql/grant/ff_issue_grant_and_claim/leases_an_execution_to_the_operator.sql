begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given work of low priority that needs a GPU, in a lane that is paused; when an operator takes
-- it; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 9);
    perform pg_temp.submit_number(2, p_required_capabilities => '{gpu}');
    perform flowfabric.ff_set_lane_state('lane', 'paused');
end;
$given$;
create temporary table claimed as
select c.*
from flowfabric.ff_issue_grant_and_claim(
    pg_temp.id(2), 'lane', 20000, 'to see what it does', 'ada'
) as c;
select is(
    (select to_jsonb(c) - 'handle' - 'attempt_id' - 'lease_id' from claimed as c),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000002",
        "kind": "default",
        "input": {},
        "payload": null,
        "attempt_index": 0,
        "attempt_type": "initial",
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:00:20+00:00",
        "lease_remaining_ms": 20000,
        "lane_id": "lane",
        "namespace": "default",
        "tags": {},
        "flow_id": null,
        "deadline_at": null
    }',
    'the answer has the work and the lease on it'
);
select is(
    pg_temp.described(
        pg_temp.id(2), 'lifecycle_phase', 'ownership_state', 'attempt_state', 'public_state',
        'worker_id', 'worker_instance_id', 'attempt_index'
    ),
    jsonb_build_object(
        'lifecycle_phase', 'active',
        'ownership_state', 'leased',
        'attempt_state', 'running_attempt',
        'public_state', 'active',
        'worker_id', 'operator',
        'worker_instance_id', 'operator-' || pg_backend_pid()::text,
        'attempt_index', 0
    ),
    'the execution is held by an operator'
);
select results_eq(
    $$
        select e.kind::text, e.worker_id, o.details - 'role', e.lease_id is not distinct from c.lease_id
        from flowfabric.ff_event as e
        inner join flowfabric.ff_operator_event as o on o.event_id = e.event_id
        cross join claimed as c
        where e.kind = 'operator_claimed'
    $$,
    $$
        select
            'operator_claimed', 'operator',
            jsonb_build_object(
                'session_user', session_user, 'actor', 'ada', 'reason', 'to see what it does'
            ),
            true
    $$,
    'an event says who took it and why'
);
select results_eq(
    $$
        select h.what, h.lease_epoch, h.details ->> 'actor'
        from flowfabric.ff_history(pg_temp.id(2)) as h
    $$,
    $$
        values
        ('submitted', null::bigint, null),
        ('operator_claimed', 1, 'ada'),
        ('attempt_started', 1, null)
    $$,
    'the history shows the call'
);
select results_eq(
    $$
        select kind::text
        from flowfabric.ff_event
        where kind <> 'lane_state_changed'
        order by event_id
    $$,
    $$values ('acquired'), ('operator_claimed')$$,
    'the lease has its event'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'no grant is left behind');
select is(
    (select f.public_state from claimed as c, flowfabric.ff_complete(c.handle) as f),
    'completed',
    'the handle is like that of a claim'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
