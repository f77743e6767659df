begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given an attempt with a timeout of 60 s that was handed back after 10 s, for 5 minutes; when its
-- grant is redeemed; then
do $given$
begin
    perform pg_temp.submit_number(
        1, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 60000}}'
    );
end;
$given$;
create temporary table first as
select c.* from flowfabric.ff_claim('lane', 'x', 'x-1') as c;
do $given$
begin
    perform pg_temp.advance('10 s');
    perform flowfabric.ff_delay(f.handle, 300000) from first as f;
    perform pg_temp.advance('5 min');
end;
$given$;
create temporary table second as
select c.*
from flowfabric.ff_claim_resumed_execution(
    pg_temp.id(1), pg_temp.grant_key(1), 'a', 'a-9', 86400000,
    '00000000-0000-7000-8000-0000000000aa', '00000000-0000-7000-8000-0000000000bb'
) as c;
select results_eq(
    $$
        select
            attempt_type, attempt_index, attempt_id, lease_epoch, lease_id, lease_remaining_ms
        from second
    $$,
    $$
        select
            'resume', 0, attempt_id, 2::bigint, '00000000-0000-7000-8000-0000000000aa'::uuid,
            50000::bigint
        from first
    $$,
    'the attempt is the same, under the next epoch, with the time that was left'
);
select is(
    pg_temp.described(
        pg_temp.id(1), 'ownership_state', 'attempt_state', 'worker_id', 'total_attempt_count',
        'lease_reclaim_count', 'retry_count'
    ),
    '{
        "ownership_state": "leased",
        "attempt_state": "running_attempt",
        "worker_id": "a",
        "total_attempt_count": 1,
        "lease_reclaim_count": 0,
        "retry_count": 0
    }',
    'no retry or reclaim was counted'
);
select results_eq(
    'select kind, epochs, worker_id from pg_temp.events()',
    $$values ('acquired', '{1}', 'x'), ('released', '{1}', 'x'), ('acquired', '{2}', 'a')$$,
    'the new lease has an event of its own'
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
