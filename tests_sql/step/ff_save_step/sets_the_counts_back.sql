begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given an execution that was retried once and taken over twice
select pg_temp.lease(p_policy => '{
    "max_reclaim_count": 2,
    "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 0}}
}') as handle
\gset
select pg_temp.execution_of(:'handle') as execution_id
\gset
do $given$ begin
    perform flowfabric.ff_save_step(
        flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000), 'first'
    ) from flowfabric.ff_exec_core as e;
    perform flowfabric.ff_fail(
        flowfabric._format_handle(e.execution_id, e.lease_id, e.lease_epoch, 30000), 'broken'
    ) from flowfabric.ff_exec_core as e;
    perform pg_temp.claim('b');
    perform pg_temp.advance('1 minute');
    perform pg_temp.claim('c');
    perform pg_temp.advance('1 minute');
end $given$;
select pg_temp.claim('d') as handle
\gset
select is(
    pg_temp.described(:'execution_id', 'retry_count', 'lease_reclaim_count'),
    '{"retry_count": 1, "lease_reclaim_count": 2}',
    'given the counts'
);
-- when a step is asked for that was saved before; then
select is(
    (flowfabric.ff_save_step(:'handle', 'first')).outcome, 'already_saved', 'given it is known'
);
select is(
    pg_temp.described(:'execution_id', 'retry_count', 'lease_reclaim_count'),
    '{"retry_count": 1, "lease_reclaim_count": 2}',
    'that is no progress'
);
-- when a step is saved; then
select is((flowfabric.ff_save_step(:'handle', 'second')).outcome, 'saved', 'given another');
select is(
    pg_temp.described(:'execution_id', 'retry_count', 'lease_reclaim_count', 'attempt_index'),
    '{"retry_count": 0, "lease_reclaim_count": 0, "attempt_index": 3}',
    'the counts begin at 0 again, and the attempts go on'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
