begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given worker x fell silent, and worker a has a reclaim grant; when it redeems it; then
do $given$
begin
    perform flowfabric.ff_create_execution(
        'lane', '{"to": "ada"}', p_kind => 'welcome', p_namespace => 'tenant',
        p_policy => '{"timeout_policy": {"attempt_timeout_ms": 25000}}',
        p_execution_id => pg_temp.id(1)
    );
end;
$given$;
create temporary table first as
select c.* from flowfabric.ff_claim('lane', 'x', 'x-1', p_lease_ttl_ms => 10000) as c;
do $given$ begin perform pg_temp.advance('10 s'); end $given$;
select pg_temp.reclaim_key(1) as key
\gset
create temporary table second as
select c.*
from flowfabric.ff_reclaim_execution(
    pg_temp.id(1), :'key', 'a', 'a-9', 20000,
    '00000000-0000-7000-8000-0000000000aa', '00000000-0000-7000-8000-0000000000bb',
    '{"max_replay_count": 3}', 50
) as c;
select is(
    (select to_jsonb(c) - 'handle' from second as c),
    '{
        "outcome": "claimed",
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "kind": "welcome",
        "input": {"to": "ada"},
        "payload": null,
        "attempt_index": 1,
        "attempt_type": "reclaim",
        "attempt_id": "00000000-0000-7000-8000-0000000000bb",
        "lease_id": "00000000-0000-7000-8000-0000000000aa",
        "lease_epoch": 2,
        "lease_expires_at": "2030-01-01T12:00:30+00:00",
        "lease_remaining_ms": 20000,
        "lane_id": "lane",
        "namespace": "tenant",
        "tags": {},
        "flow_id": null,
        "deadline_at": null,
        "detail": null,
        "reclaim_count": 1
    }',
    'the answer has the work and the lease, with ids of its own'
);
select results_eq(
    $$
        select attempt_index, attempt_type, outcome, worker_id, lease_epoch, ended_at
        from flowfabric.ff_list_attempts(pg_temp.id(1))
    $$,
    $$
        values
        (
            0, 'initial', 'interrupted_reclaimed', 'x', 1::bigint,
            '2030-01-01 12:00:10+00'::timestamptz
        ),
        (1, 'reclaim', null, 'a', 2, null)
    $$,
    'the old attempt was interrupted'
);
select results_eq(
    'select kind, outcome, epochs, worker_id from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', 'x'),
        ('expired', 'none', '{1}', 'x'),
        ('reclaimed', 'none', '{2}', 'a')
    $$,
    'one expiry of the old lease is recorded, and one reclaim'
);
select is(
    pg_temp.described(
        pg_temp.id(1), 'ownership_state', 'attempt_state', 'public_state', 'worker_id',
        'worker_instance_id', 'lease_reclaim_count', 'retry_count', 'policy'
    ),
    '{
        "ownership_state": "leased",
        "attempt_state": "running_attempt",
        "public_state": "active",
        "worker_id": "a",
        "worker_instance_id": "a-9",
        "lease_reclaim_count": 1,
        "retry_count": 0,
        "policy": {"timeout_policy": {"attempt_timeout_ms": 25000}, "max_replay_count": 3}
    }',
    'the execution is held; a takeover is not a retry'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'the grant is consumed');
select is(
    (select pg_temp.refusal(format('select flowfabric.ff_complete(%L)', f.handle)) from first as f),
    'ZF102 stale_lease',
    'the former holder cannot complete the execution'
);
select is(
    (select c.public_state from second as s, flowfabric.ff_complete(s.handle) as c),
    'completed',
    'the new holder can'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
