-- A reader attacks the tenant of the restricted lane "vault".

-- ZF801: it reads an input
select flowfabric.ff_describe_execution(:'done');
-- ZF801: it reads a result
select flowfabric.ff_get_execution_result(:'done');
-- ZF801: it reads the attempts
select flowfabric.ff_list_attempts(:'done');
-- ZF801: it reads the history
select flowfabric.ff_history(:'done');
-- ZF801: it reads the stream
select flowfabric.ff_read_stream(:'held');
-- ZF801: it reads a summary
select flowfabric.ff_read_summary(:'held');
-- ZF801: it reads a tag
select flowfabric.ff_get_execution_tag(:'done', 'a.key');
-- ZF801: it reads the flow
select flowfabric.ff_flow_diagram(:'flow');
-- ZF801: it lists the executions of the lane
select flowfabric.ff_list_executions('{"lane_id": "vault"}');
-- ZF801: it lists the grants of the lane
select flowfabric.ff_list_lane_grants('vault');
-- no row: it lists all executions
select 1 from flowfabric.ff_list_executions() as e where e.lane_id = 'vault';
-- no row: it lists all flows
select 1 from flowfabric.ff_list_flows() as f where f.flow_id = :'flow';
-- no row: it lists suspended executions
select 1 from flowfabric.ff_list_suspended() as s where s.lane_id = 'vault';
-- no row: it lists lapsed leases
select 1 from flowfabric.ff_list_expired_leases() as e where e.lane_id = 'vault';
-- no row: it lists workers
select 1 from flowfabric.ff_list_workers() as w where w.worker_id = 'vaulter';
-- no row: it reads the views
select 1 from flowfabric.ff_executions as e where e.lane_id = 'vault'
union all select 1 from flowfabric.ff_attempts as a where a.execution_id = :'done'
union all select 1 from flowfabric.ff_stuck as s where s.lane_id = 'vault';
-- no row: a function of its own looks into the view before the view has checked
select 1 from flowfabric.ff_executions as e
where pg_temp.leak(e.lane_id) and e.lane_id = 'vault';
-- no row: it reads the events
select 1 from flowfabric.ff_read_events() as p where p.events::text like '%' || :'done' || '%';
-- ZF801: it reads the tenant's consumer
select flowfabric.ff_read_consumer('tenant');
-- ZF801: it acknowledges for the tenant
select flowfabric.ff_ack_consumer('tenant', :'cursor');
-- no row: it lists the tenant's consumer
select 1 from flowfabric.ff_list_consumers() as c where c.consumer = 'tenant';
-- 42501: it drops the tenant's consumer
select flowfabric.ff_drop_consumer('tenant');
-- 42501: it creates a consumer
select flowfabric.ff_create_consumer('mine');
-- 42501: it submits
select flowfabric.ff_create_execution('open');
-- 42501: it claims
select flowfabric.ff_claim('open', 'w', 'w-1');
-- 42501: it changes a tag
select flowfabric.ff_set_execution_tag(:'theirs', 'a.key', 'v');
-- 42501: it delivers a signal
select flowfabric.ff_deliver_signal(:'parked', :'waitpoint', :'token', 'approved');
-- 42501: it cancels
select flowfabric.ff_cancel_execution(:'theirs', 'gone');
-- 42501: it runs a tick
select flowfabric.ff_tick();
-- 55000: it writes through a view
update flowfabric.ff_executions set lane_id = 'open';
-- 22023: it asks for everything at once
select flowfabric.ff_list_executions(p_limit => 1000000000);
-- harmless: it holds a snapshot and an open cursor
begin isolation level repeatable read; declare c cursor for select * from flowfabric.ff_executions; fetch 1 from c;
