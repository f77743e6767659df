begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql
\ir ../../lib/steps.sql

-- given executions whose policy names the kind "refund", in a lane of its own or their own
create temporary table submitted as
select
    l.lane_id,
    c.execution_id
from unnest('{completes,fails,cancelled,expires,skipped,here}'::text[]) as l (lane_id)
cross join lateral flowfabric.ff_create_execution(
    l.lane_id, '{"order": 17}', p_kind => 'order', p_namespace => 'tenant',
    p_policy => jsonb_strip_nulls(jsonb_build_object('on_failure', jsonb_build_object(
        'kind', 'refund', 'lane_id', case when l.lane_id <> 'here' then 'refunds ' || l.lane_id end
    ))),
    p_deadline_ms => case when l.lane_id = 'expires' then 60000 end
) as c;
create function pg_temp.refund(p_lane_id text, p_as text default null)
returns jsonb
language sql
as $refund$
    select jsonb_agg(
        jsonb_build_object('as', e.kind, 'namespace', e.namespace, 'by', e.created_by) || e.input
        || jsonb_build_object('is', s.lane_id)
    )
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id
    inner join submitted as s on s.execution_id = (e.input ->> 'execution_id')::uuid
    where r.lane_id = 'refunds ' || p_lane_id or (r.lane_id = p_lane_id and e.kind = 'refund')
$refund$;
-- when they end in each way; then
select
    is(
        (flowfabric.ff_complete(pg_temp.claim(p_lane_id => 'completes'))).public_state
        || ' ' || (flowfabric.ff_fail(
            pg_temp.claim(p_lane_id => 'fails'), 'no money', 'permanent', 'card', '{"code": 7}'
        )).outcome
        || ' ' || (flowfabric.ff_cancel_execution(s.execution_id, 'gone')).outcome
        || ' '
        || (flowfabric.ff_fail(pg_temp.claim(p_lane_id => 'here'), 'x', 'permanent')).outcome,
        'completed terminal_failed cancelled terminal_failed', 'given'
    )
from submitted as s
where s.lane_id = 'cancelled';
do $given$ begin
    perform pg_temp.advance('1 minute');
    perform count(*) from flowfabric.ff_tick();
end $given$;
select is(pg_temp.refund('completes'), null, 'not for one that completes');
select is(
    pg_temp.refund('fails'),
    jsonb_build_array(jsonb_build_object(
        'as', 'refund', 'kind', 'order', 'namespace', 'tenant', 'by', session_user, 'is', 'fails',
        'execution_id', (
            select s.execution_id from submitted as s
            where s.lane_id = 'fails'
        ),
        'lane_id', 'fails', 'public_state', 'failed', 'failure_reason', 'no money',
        'failure_category', 'card', 'failure_detail', '{"code": 7}'::jsonb
    )),
    'a failure'
);
select is(
    pg_temp.refund('cancelled') #>> '{0,cancellation_reason}', 'gone', 'a cancellation'
);
select is(
    pg_temp.refund('expires') #>> '{0,public_state}', 'expired', 'an expiry, where a tick ends it'
);
select is(
    pg_temp.refund('here') #>> '{0,failure_reason}', 'x', 'without a lane in its own'
);
-- when the refund fails, and its lane has a policy with a refund; then
do $given$ begin
    perform flowfabric.ff_register_lane('refunds fails', '{"on_failure": {"kind": "refund"}}');
    perform flowfabric.ff_fail(
        pg_temp.claim(p_lane_id => 'refunds fails'), 'broken', 'permanent'
    );
end $given$;
select is(jsonb_array_length(pg_temp.refund('fails')), 1, 'given the policy comes too late');
select
    is(
        (flowfabric.ff_replay_execution(s.execution_id)).public_state, 'waiting', 'given a replay'
    )
from submitted as s
where s.lane_id = 'fails';
select is(
    (flowfabric.ff_fail(pg_temp.claim(p_lane_id => 'fails'), 'again', 'permanent')).outcome,
    'terminal_failed', 'given it fails again'
);
select is(jsonb_array_length(pg_temp.refund('fails')), 2, 'each end submits one');
select is(
    (flowfabric.ff_fail(pg_temp.claim(p_lane_id => 'refunds fails'), 'no', 'permanent')).outcome,
    'terminal_failed', 'given the refund fails'
);
select is(
    (
        select count(*) from flowfabric.ff_exec_core as e
        where e.kind = 'refund'
    ), 5::bigint,
    'a failed refund submits no other'
);
-- when the lane takes no work; then
do $given$ begin
    perform flowfabric.ff_set_lane_state('refunds skipped', 'disabled');
    perform flowfabric.ff_cancel_execution(s.execution_id, 'gone')
    from submitted as s where s.lane_id = 'skipped';
end $given$;
select is(
    pg_temp.refund('skipped') #>> '{0,public_state}', 'cancelled', 'it is submitted all the same'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
