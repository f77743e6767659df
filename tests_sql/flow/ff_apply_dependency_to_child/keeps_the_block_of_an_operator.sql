begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given executions that an operator has blocked, each for another reason; when an edge to each is
-- applied, and its upstream completes; then
create function pg_temp.blocking_reason()
returns text
language sql
as $blocking_reason$
    select d.blocking_reason from flowfabric.ff_describe_execution(pg_temp.node('d')) as d
$blocking_reason$;
create function pg_temp.blocked_and_unblocked(p_reason text)
returns text
language plpgsql
as $blocked_and_unblocked$
declare
    v_flow_id uuid;
    v_before text;
begin
    v_flow_id := pg_temp.flow('{"a": {}, "d": {"deadline_ms": 600000}}');
    perform flowfabric.ff_block_execution(pg_temp.node('d'), p_reason);
    perform flowfabric.ff_stage_dependency_edge(
        v_flow_id, md5(p_reason)::uuid, pg_temp.node('a'), pg_temp.node('d')
    );
    perform flowfabric.ff_apply_dependency_to_child(
        v_flow_id, md5(p_reason)::uuid
    );
    perform pg_temp.complete('a');
    perform pg_temp.pay();
    v_before := pg_temp.blocking_reason();
    perform flowfabric.ff_unblock_execution(pg_temp.node('d'));
    return v_before || ', then ' || pg_temp.blocking_reason();
end;
$blocked_and_unblocked$;
select is(u.reasons, c.reason || ', then waiting_for_worker', c.reason)
from (
    values
    ('waiting_for_budget'),
    ('waiting_for_quota'),
    ('waiting_for_capable_worker'),
    ('paused_by_operator'),
    ('paused_by_policy')
) as c (reason)
cross join lateral pg_temp.blocked_and_unblocked(c.reason) as u (reasons);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
