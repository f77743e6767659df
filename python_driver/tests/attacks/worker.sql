-- A worker of the lane "open" attacks the tenant of the restricted lane "vault".

-- ZF801: it claims from the lane
select flowfabric.ff_claim('vault', 'w', 'w-1');
-- ZF801: it claims a batch
select flowfabric.ff_claim_batch('vault', 'w', 'w-1', 10);
-- ZF801: it asks when work is due
select flowfabric.ff_next_due_in_ms('vault');
-- ZF801: it asks to be woken for work
select flowfabric.ff_hang_doorbell('w-1', '{vault}');
-- ZF801: it completes with a handle that it has found
select flowfabric.ff_complete(:'handle', '"stolen"');
-- ZF801: it renews the lease
select flowfabric.ff_renew(:'handle');
-- ZF801: it fails the execution
select flowfabric.ff_fail(:'handle', 'gone');
-- ZF801: it appends to the stream
select flowfabric.ff_append_frame(:'handle', p_text => 'forged');
-- ZF801: it suspends the execution
select flowfabric.ff_suspend(:'handle', '{"signal": "s", "on": "w"}');
-- no row: it completes a batch with the handle
select 1 from flowfabric.ff_complete_batch(array[:'handle']) as c where c.error_code is distinct from 'ZF801';
-- no row: it renews a batch with the handle
select 1 from flowfabric.ff_renew_batch(array[:'handle']) as c where c.error_code is distinct from 'ZF801';
-- 22023: it changes the handle
select flowfabric.ff_complete(reverse(:'handle'));
-- ZF801: it acts as an operator
select flowfabric.ff_complete_execution(:'held', null, null, null, null, p_source => 'operator_override');
-- ZF801: it acts as an operator in its own lane
select flowfabric.ff_complete_execution(
    :'theirs', null, null, null, null, p_source => 'operator_override'
);
-- ZF801: it cancels
select flowfabric.ff_cancel_execution(:'waiting', 'gone');
-- ZF801: it redeems a grant that it has found
select flowfabric.ff_claim_execution(:'granted', :'grant_key', 'a', 'a-1');
-- ZF801: it charges the tenant's budget
select flowfabric.ff_report_usage(:'budget', '{"tokens": 1}', 'k');
-- ZF801: it reserves from the tenant's budget
select flowfabric.ff_reserve_budget(:'budget', :'theirs', '{"tokens": 1}');
-- ZF801: it fills the tenant's quota with executions that it makes up
select flowfabric.ff_check_admission(:'quota', gen_random_uuid());
-- ZF801: it registers under the tenant's name
select flowfabric.ff_register_worker('vaulter', 'vaulter-1', '{open}');
-- ZF801: it reads an input
select flowfabric.ff_describe_execution(:'done');
-- ZF801: it reads the stream
select flowfabric.ff_await_frames(:'held');
-- ZF801: it lists the waitpoints
select flowfabric.ff_list_pending_waitpoints(:'parked');
-- ZF801: it ends the suspension
select flowfabric.ff_expire_suspension(:'parked');
-- 42501: it reads the token
select flowfabric.ff_read_waitpoint_token(:'parked', :'waitpoint');
-- 42501: it approves
select flowfabric.ff_deliver_approval_signal(:'parked', :'waitpoint', 'approved', 'boss');
-- 42501: it declares the tenant's worker dead
select flowfabric.ff_mark_worker_dead('vaulter-1', 'gone', p_release_leases => true);
-- 42501: it submits
select flowfabric.ff_create_execution('open');
-- 42501: it reads events
select flowfabric.ff_read_events();
-- 22023: it asks for everything at once
select flowfabric.ff_claim_batch('open', 'w', 'w-1', 1000000000);
-- 22023: it takes a lease for ever
select flowfabric.ff_claim('open', 'w', 'w-1', p_lease_ttl_ms => 9223372036854775807);
-- harmless: it runs a tick in a transaction that it leaves open, and has checks done early
begin; select flowfabric.ff_tick(); set constraints all immediate; select flowfabric.ff_claim('open', 'w', 'w-1');
