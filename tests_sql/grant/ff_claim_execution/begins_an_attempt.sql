begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant; when its worker redeems it; then
do $given$
begin
    perform flowfabric.ff_create_execution(
        'lane', '{"to": "ada"}', p_kind => 'welcome', p_namespace => 'tenant',
        p_tags => '{"cairn.task_id": "t1"}', p_deadline_ms => 3600000,
        p_execution_id => pg_temp.id(1)
    );
end;
$given$;
create temporary table claimed as
select c.*
from flowfabric.ff_claim_execution(
    pg_temp.id(1), pg_temp.grant_key(1), 'a', 'a-9', 20000
) as c;
select is(
    (select to_jsonb(c) - 'handle' - 'attempt_id' - 'lease_id' from claimed as c),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "kind": "welcome",
        "input": {"to": "ada"},
        "payload": null,
        "attempt_index": 0,
        "attempt_type": "initial",
        "lease_epoch": 1,
        "lease_expires_at": "2030-01-01T12:00:20+00:00",
        "lease_remaining_ms": 20000,
        "lane_id": "lane",
        "namespace": "tenant",
        "tags": {"cairn.task_id": "t1"},
        "flow_id": null,
        "deadline_at": "2030-01-01T13:00:00+00:00"
    }',
    'the answer has the work and the lease on it, as that of a claim'
);
select is(
    pg_temp.described(
        pg_temp.id(1), 'lifecycle_phase', 'ownership_state', 'eligibility_state', 'attempt_state',
        'public_state', 'claimable_at', 'worker_id', 'worker_instance_id', 'attempt_index',
        'started_at'
    ),
    '{
        "lifecycle_phase": "active",
        "ownership_state": "leased",
        "eligibility_state": "not_applicable",
        "attempt_state": "running_attempt",
        "public_state": "active",
        "claimable_at": "2030-01-01T12:00:20+00:00",
        "worker_id": "a",
        "worker_instance_id": "a-9",
        "attempt_index": 0,
        "started_at": "2030-01-01T12:00:00+00:00"
    }',
    'the execution is active and held; the process need not be the one that the grant names'
);
select results_eq(
    'select * from pg_temp.events()',
    $$values ('acquired', 'none', '{1}', '{1}', 'a')$$,
    'one event records it'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'the grant is consumed');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select is(
    (select f.public_state from claimed as c, flowfabric.ff_complete(c.handle) as f),
    'completed',
    'the handle is like that of a claim'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants still hold');

select * from finish();
rollback;
