-- An operator of other lanes attacks the tenant of the restricted lane "vault".

-- ZF801: it cancels an execution
select flowfabric.ff_cancel_execution(:'waiting', 'gone');
-- ZF801: it takes the lease away
select flowfabric.ff_revoke_lease(:'held');
-- ZF801: it completes an execution by override
select flowfabric.ff_complete_execution(:'held', null, null, null, null, p_source => 'operator_override');
-- ZF801: it replays an execution
select flowfabric.ff_replay_execution(:'done');
-- ZF801: it moves an execution ahead
select flowfabric.ff_change_priority(:'waiting', 9);
-- ZF801: it blocks an execution
select flowfabric.ff_block_execution(:'waiting', 'paused_by_operator');
-- ZF801: it reads an input
select flowfabric.ff_describe_execution(:'done');
-- ZF801: it reads a token
select flowfabric.ff_read_waitpoint_token(:'parked', :'waitpoint');
-- ZF801: it resumes the suspended execution
select flowfabric.ff_resume_execution(:'parked');
-- ZF801: it issues a grant to itself
select flowfabric.ff_issue_claim_grant(:'waiting', 'w', 'w-1');
-- ZF801: it schedules work of the lane
select flowfabric.ff_claim_for_worker('vault', 'w', 'w-1');
-- ZF801: it pauses the lane
select flowfabric.ff_set_lane_state('vault', 'paused');
-- ZF801: it changes the options of the lane
select flowfabric.ff_register_lane('vault');
-- ZF801: it grants the lane to itself
select flowfabric.ff_grant_lane('vault', current_user, '{read,operate}');
-- ZF801: it takes the tenant's grant away
select flowfabric.ff_revoke_lane('vault', 'ff_attack_tenant');
-- ZF801: it cancels the flow
select flowfabric.ff_cancel_flow(:'flow', 'gone');
-- ZF801: it allows no submission there
select flowfabric.ff_set_submitter_limit('vault', p_max_unfinished => 0);
-- ZF801: it reads the limits of the lane
select flowfabric.ff_list_submitter_limits('vault');
-- ZF801: it stops the tenant's flow by a budget
select flowfabric.ff_create_budget(gen_random_uuid(), 'flow', :'flow', p_on_hard_limit => 'cancel_pending');
-- no row: it removes what has ended there
select 1 from flowfabric.ff_trim_retention(0) as t where t.trimmed > 0;
-- ZF801: it releases the leases of the tenant's worker
select flowfabric.ff_mark_worker_dead('vaulter-1', 'gone', p_release_leases => true);
-- no row: it lists all executions
select 1 from flowfabric.ff_list_executions() as e where e.lane_id = 'vault';
-- 42501: it claims
select flowfabric.ff_claim('open', 'w', 'w-1');
-- 42501: it approves
select flowfabric.ff_deliver_approval_signal(:'parked', :'waitpoint', 'approved', 'boss');
-- 42501: it submits
select flowfabric.ff_create_execution('open');
-- no row: it reads the secret of a signing key
select 1 from flowfabric.ff_list_waitpoint_keys() as k where to_jsonb(k)::text ~* '[0-9a-f]{32}';
-- 22023: it seeds a key that can be guessed
select flowfabric.ff_seed_waitpoint_secret('mine', '\x00');
-- 42501: it erases its traces
delete from flowfabric.ff_retention_log;
-- harmless: it leaves a tick open
begin; select flowfabric.ff_tick();
