-- tests_sql/check/ff_check/finds_nothing_on_a_healthy_busy_database.sql
begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
-- given executions of every kind, in every state that can be reached; then
select lives_ok(
    $$select
        flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 1}'),
        flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'key'),
        flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'key'),
        flowfabric.ff_create_execution('lane', p_delay_ms => 3600000),
        flowfabric.ff_create_execution('lane', p_delay_ms => 5000, p_deadline_ms => 1000),
        flowfabric.ff_create_execution('lane', p_deadline_at => '2029-01-01 00:00:00+00'),
        flowfabric.ff_create_execution('gpu', p_required_capabilities => '{gpu}'),
        flowfabric.ff_create_execution('gpu', p_required_capabilities => '{gpu}')$$,
    'given submissions one by one'
);
select lives_ok(
    $$select count(*)
    from flowfabric.ff_create_executions(
        'lane', array(select to_jsonb(i) from generate_series(1, 40) as i),
        '{"policy": {"retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 1000}}}}'
    )$$,
    'given a batch of submissions'
);
select is_empty('select * from flowfabric.ff_check()', 'submissions are healthy');

select pg_temp.advance('1 second');
create temporary table held as
select
    c.handle,
    c.item
from
    flowfabric.ff_claim_batch('lane', 'a', 'a-1', 30, p_lease_ttl_ms => 10000)
    with ordinality as c (
        handle, execution_id, kind, input, payload, attempt_index, attempt_type, attempt_id,
        lease_id, lease_epoch, lease_expires_at, lease_remaining_ms, lane_id, namespace, tags,
        flow_id, deadline_at, item
    );
select is((select count(*) from held), 30::bigint, 'given 30 of them are held');
select is_empty('select * from flowfabric.ff_check()', 'held leases are healthy');

select lives_ok(
    $$select
        flowfabric.ff_complete(h.handle) from held as h where h.item <= 5$$,
    'given some are completed'
);
select lives_ok(
    $$select flowfabric.ff_complete_batch(
        (select array_agg(h.handle) from held as h where h.item between 1 and 10)
    )$$,
    'given more are completed in a batch, some again'
);
select lives_ok(
    $$select flowfabric.ff_fail(h.handle, 'broken') from held as h where h.item between 11 and 15$$,
    'given some fail and will be retried'
);
select lives_ok(
    $$select flowfabric.ff_fail(h.handle, 'broken', 'permanent')
    from held as h
    where h.item between 16 and 18$$,
    'given some fail for good'
);
select lives_ok(
    'select flowfabric.ff_renew(h.handle, 20000) from held as h where h.item between 19 and 20',
    'given some are renewed'
);
select is_empty('select * from flowfabric.ff_check()', 'ends, retries and renewals are healthy');

select pg_temp.advance('10 seconds');
select is_empty('select * from flowfabric.ff_check()', 'lapsed leases are healthy');
select isnt_empty(
    $$select flowfabric.ff_claim_batch('lane', 'b', 'b-1', 100, p_lease_ttl_ms => 10000)$$,
    'given they are taken over, with all that is due'
);
select pg_temp.advance('10 seconds');
select isnt_empty(
    $$select flowfabric.ff_claim_batch('lane', 'c', 'c-1', 100, p_lease_ttl_ms => 10000)$$,
    'given they are taken over again, the cap being 1'
);
select pg_temp.advance('10 seconds');
select isnt_empty(
    $$select flowfabric.ff_claim('gpu', 'd', 'd-1', '{gpu}')$$, 'given a last claim'
);
select is_empty(
    'select * from flowfabric.ff_check()', 'takeovers, and ends by deadline and cap, are healthy'
);
select set_eq(
    'select distinct e.state::text from flowfabric.ff_exec_core as e',
    array['waiting_first', 'delayed_first', 'active', 'completed', 'failed', 'expired_unstarted'],
    'given all these states were reached'
);
select * from finish();
rollback;
