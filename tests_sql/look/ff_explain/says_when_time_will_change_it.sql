-- tests_sql/look/ff_explain/says_when_time_will_change_it.sql
begin;
select plan(16);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/explained.sql
-- given executions that wait for a time; then the gate says for how long
select execution_id as id from flowfabric.ff_create_execution('lane', p_delay_ms => 5000) \gset
select is(pg_temp.gate(:'id', 'time'), 'closed delayed 5000', 'a delay');
select is(pg_temp.gate(:'id', 'verdict'), 'closed time 5000', 'the verdict says the same');
do $when$ begin perform pg_temp.advance('4.9995 s'); end $when$;
select is(pg_temp.gate(:'id', 'time'), 'closed delayed 1', 'the time is rounded up');
do $when$ begin perform pg_temp.advance('0.0005 s'); end $when$;
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'the delay ends at its last moment');
select pg_temp.execution_of(pg_temp.claim('a', 30000)) as id \gset
select is(pg_temp.gate(:'id', 'lease'), 'closed held 30000', 'a lease');
select is(
    pg_temp.gate_detail(:'id', 'lease') - '{lease_id,lease_acquired_at,lease_expires_at}'::text[],
    '{"worker_id": "a", "worker_instance_id": "a-1", "lease_epoch": 1, "remaining_ms": 30000}',
    'its holder'
);
do $when$ begin perform pg_temp.advance('30 s'); end $when$;
select is(pg_temp.gate(:'id', 'lease'), 'open lapsed', 'the lease has lapsed');
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'it can be taken over');
do $given$ begin
    perform flowfabric.ff_fail(pg_temp.claim('b'), 'broken', 'permanent');
    perform pg_temp.submit('retried', '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 700}}}');
    perform flowfabric.ff_fail(pg_temp.claim('b', p_lane_id => 'retried'), 'broken');
end $given$;
select e.execution_id as retried
from flowfabric.ff_exec_core as e
where e.state = 'backoff_retry' \gset
select is(pg_temp.gate(:'retried', 'time'), 'closed retry_backoff 700', 'the backoff of a retry');
select is(
    pg_temp.gate(:'id', 'verdict'), 'closed phase',
    'a finished execution does not change with time'
);
-- given deadlines of executions that wait, are delayed beyond them, are delayed for less, and are
-- blocked; then
do $given$ begin
    perform flowfabric.ff_create_execution(
        'deadlines', p_deadline_ms => 9000, p_delay_ms => d.delay_ms,
        p_idempotency_key => d.idempotency_key
    )
    from (
        values ('waits', 0), ('delayed for longer', 20000), ('delayed', 5000), ('blocked', 0)
    ) as d (idempotency_key, delay_ms);
    perform flowfabric.ff_block_execution(e.execution_id, 'paused_by_operator')
    from flowfabric.ff_exec_core as e
    where e.idempotency_key = 'blocked';
end $given$;
select is(pg_temp.gate(e.execution_id, 'verdict'), d.verdict, d.idempotency_key)
from (
    values
    ('waits', 'open claimable 9000'),
    ('delayed for longer', 'closed time 9000'),
    ('delayed', 'closed time 5000'),
    ('blocked', 'closed operator 9000')
) as d (idempotency_key, verdict)
inner join flowfabric.ff_exec_core as e on d.idempotency_key = e.idempotency_key;
select results_eq(
    $$
        select e.idempotency_key, g.changed_by, g.detail ->> 'expires_at' is not null
        from flowfabric.ff_exec_core as e
        cross join lateral flowfabric.ff_explain(e.execution_id) as g
        where e.idempotency_key is not null and g.gate = 'verdict'
        order by e.idempotency_key collate "C"
    $$,
    $$
        values
        ('blocked', 'ff_unblock_execution, or its deadline, which ends it as expired', true),
        ('delayed', 'time', false),
        ('delayed for longer', 'time, or its deadline, which ends it as expired', true),
        ('waits', 'a claim, or its deadline, which ends it as expired', true)
    $$,
    'the verdict says what the deadline will change'
);
do $when$ begin perform pg_temp.advance('9 s'); end $when$;
select is(
    (
        select string_agg(g.outcome, ' ' order by e.idempotency_key::bytea)
        from flowfabric.ff_exec_core as e
        cross join lateral flowfabric.ff_explain(e.execution_id) as g
        where e.idempotency_key is not null and g.gate = 'verdict'
    ),
    'operator deadline deadline deadline',
    'until it has passed'
);
select * from finish();
rollback;
