-- An approver of other lanes attacks the tenant of the restricted lane "vault".

-- ZF801: it approves in the lane
select flowfabric.ff_deliver_approval_signal(:'parked', :'waitpoint', 'approved', 'boss');
-- ZF502: it forges a token
select flowfabric.ff_deliver_signal(:'parked', :'waitpoint', 'installed:' || repeat('0', 64), 'approved');
-- ZF502: it gives the token a later expiry
select flowfabric.ff_deliver_signal(:'parked', :'waitpoint', :'token' || ':9999999999999999', 'approved');
-- ZF801: it uses a token that it has found
select flowfabric.ff_deliver_signal(:'parked', :'waitpoint', :'token', 'approved');
-- no row: it lists suspended executions
select 1 from flowfabric.ff_list_suspended() as s where s.lane_id = 'vault';
-- ZF801: it lists the waitpoints
select flowfabric.ff_list_pending_waitpoints(:'parked');
-- 42501: it reads the token
select flowfabric.ff_read_waitpoint_token(:'parked', :'waitpoint');
-- 42501: it resumes the execution
select flowfabric.ff_resume_execution(:'parked');
-- 42501: it ends the suspension
select flowfabric.ff_expire_suspension(:'parked');
-- 42501: it reads an input
select flowfabric.ff_describe_execution(:'done');
-- 42501: it lists executions
select flowfabric.ff_list_executions();
-- 42501: it submits
select flowfabric.ff_create_execution('open');
-- 42501: it claims
select flowfabric.ff_claim('open', 'w', 'w-1');
-- 42501: it cancels
select flowfabric.ff_cancel_execution(:'theirs', 'gone');
-- 42501: it runs a tick
select flowfabric.ff_tick();
-- 42501: it seeds a key of its own
select flowfabric.ff_seed_waitpoint_secret('mine', repeat('ab', 32));
-- harmless: it leaves a transaction open
begin; select flowfabric.ff_server_time();
