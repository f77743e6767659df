-- A producer of the lane "open" attacks the tenant of the restricted lane "vault".

-- ZF801: it submits to the lane
select flowfabric.ff_create_execution('vault', '{"from": "outside"}');
-- ZF801: it submits a batch to the lane
select flowfabric.ff_create_executions('vault', '{1,2}');
-- ZF801: it submits a flow with a node there
select flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "open"}, "b": {"lane": "vault", "after": ["a"]}}}');
-- ZF801: it takes the tenant's idempotency key in the lane
select flowfabric.ff_create_execution('vault', p_idempotency_key => 'invoice 1');
-- harmless: it takes the tenant's idempotency key in its own lane
select flowfabric.ff_create_execution('open', p_idempotency_key => 'invoice 1');
-- ZF801: it reads an input
select flowfabric.ff_describe_execution(:'done');
-- ZF801: it reads a result
select flowfabric.ff_get_execution_result(:'done');
-- ZF801: it reads a state
select flowfabric.ff_read_execution_state(:'held');
-- ZF801: it reads the history
select flowfabric.ff_history(:'done');
-- ZF801: it asks why an execution does not run
select flowfabric.ff_explain(:'waiting');
-- ZF801: it reads the stream of a running execution
select flowfabric.ff_read_stream(:'held');
-- ZF801: it changes a tag
select flowfabric.ff_set_execution_tag(:'done', 'a.key', 'v');
-- ZF801: it makes an execution of the lane a member of its flow
select flowfabric.ff_add_execution_to_flow((flowfabric.ff_create_flow()).flow_id, :'waiting');
-- ZF801: it adds its execution to a flow of the lane
select flowfabric.ff_add_execution_to_flow(:'flow', (flowfabric.ff_create_execution('open')).execution_id);
-- ZF801: it reads the flow
select flowfabric.ff_describe_flow(:'flow');
-- ZF801: it passes a result of the lane on to itself
select flowfabric.ff_stage_dependency_edge(
    (flowfabric.ff_create_flow()).flow_id, gen_random_uuid(), :'done',
    (flowfabric.ff_create_execution('open')).execution_id, p_input_name => 'x'
);
-- ZF801: it spends the tenant's budget
select flowfabric.ff_create_execution('open', p_budget_ids => array[:'budget'::uuid]);
-- ZF801: it fills the tenant's quota
select flowfabric.ff_create_execution('open', p_quota_policy_id => :'quota');
-- ZF502: it forges a token
select flowfabric.ff_deliver_signal(:'parked', :'waitpoint', 'installed:' || repeat('0', 64), 'approved');
-- ZF502: it uses the token of another waitpoint
select flowfabric.ff_deliver_signal(:'parked', gen_random_uuid(), :'token', 'approved');
-- ZF801: it uses a token that it has found, without the verb
select flowfabric.ff_deliver_signal(:'parked', :'waitpoint', :'token', 'approved');
-- 42501: it claims
select flowfabric.ff_claim('open', 'w', 'w-1');
-- 42501: it completes with a handle that it has found
select flowfabric.ff_complete(:'handle');
-- ZF801: it cancels
select flowfabric.ff_cancel_execution(:'waiting', 'gone');
-- 42501: it lists executions
select flowfabric.ff_list_executions();
-- 42501: it opens the lane
select flowfabric.ff_grant_lane('vault', 'public', '{submit,claim,read}');
-- 42501: it removes its own limit
select flowfabric.ff_remove_submitter_limit('open');
-- ZF803: it fills the database
select flowfabric.ff_create_executions('open', array_fill('1'::jsonb, array[1000]));
-- ZF803: it fills the database with few rows
select flowfabric.ff_create_execution('open', to_jsonb(repeat('x', 2000000)));
-- 22023: it sends a number that is small to store and large to print
select flowfabric.ff_create_execution('open', '[1e131071]');
-- 22023: it sends JSON that is deep
select flowfabric.ff_create_execution('open', (repeat('[', 2000) || repeat(']', 2000))::jsonb);
-- harmless: it leaves a submission open
begin; select flowfabric.ff_create_execution('open', p_priority => 9);
