-- tests_sql/claim/ff_claim/frees_a_slot_however_a_lease_ends.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given one slot; when its lease ends in each possible way; then the next execution has the slot
select pg_temp.policy(0, 0, 1) as policy \gset
select pg_temp.submit(
    1, 9, 1, p_policy => '{"retry_policy": {"max_retries": 1,
        "backoff": {"type": "fixed", "delay_ms": 60000}}}'
) as submitted \gset
select pg_temp.claim_all() as claimed \gset
select flowfabric.ff_complete(pg_temp.handle(1)) as ended \gset
select is(pg_temp.claim_all(), '2', 'completed');
select flowfabric.ff_complete_batch(array[pg_temp.handle(2)]) as ended \gset
select is(pg_temp.claim_all(), '3', 'completed in a batch');
select flowfabric.ff_fail(pg_temp.handle(3), 'oops') as ended \gset
select is(pg_temp.claim_all(), '4', 'to be retried later');
select flowfabric.ff_fail(pg_temp.handle(4), 'oops', 'permanent') as ended \gset
select is(pg_temp.claim_all(), '5', 'failed');
select flowfabric.ff_delay(pg_temp.handle(5), 60000) as ended \gset
select is(pg_temp.claim_all(), '6', 'delayed');
select flowfabric.ff_suspend(pg_temp.handle(6), '{"operator_only": true}') as ended \gset
select is(pg_temp.claim_all(), '7', 'suspended');
select flowfabric.ff_cancel_execution(pg_temp.id(7), 'not wanted') as ended \gset
select is(pg_temp.claim_all(), '8', 'cancelled');
select flowfabric.ff_revoke_lease(pg_temp.id(8), p_reason => 'by hand') as ended \gset
select is(pg_temp.claim_all(), '9', 'revoked: its takeover goes to the end of the line');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
