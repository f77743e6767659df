begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an unknown lane; when its state changes; then
select is(
    to_jsonb(flowfabric.ff_set_lane_state('lane', 'paused', 'the server moves', 'ada')),
    '{"lane_id": "lane", "outcome": "changed", "old_state": "active", "new_state": "paused"}',
    'its former state is active'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select is(
    to_jsonb(flowfabric.ff_set_lane_state('lane', 'paused')),
    '{"lane_id": "lane", "outcome": "unchanged", "old_state": "paused", "new_state": "paused"}',
    'the same state again changes nothing'
);
select results_eq(
    $$
        select e.kind::text, e.occurred_at, e.worker_id, e.details - 'role'
        from flowfabric.ff_operator_event as e
    $$,
    $$
        select
            'lane_state_changed', '2030-01-01 12:00:00+00'::timestamptz, null::text,
            jsonb_build_object(
                'session_user', session_user, 'actor', 'ada', 'reason', 'the server moves',
                'lane_id', 'lane', 'old_state', 'active', 'new_state', 'paused'
            )
    $$,
    'each change has an event, with its caller and its reason'
);
select results_eq(
    $$
        select lane_id, state, updated_at from flowfabric.ff_list_lanes()
    $$,
    $$values ('lane', 'paused', '2030-01-01 12:00:00+00'::timestamptz)$$,
    'the list of lanes shows the state'
);
select results_eq(
    $$
        select l.old_state, l.new_state, l.outcome
        from unnest(array['draining', 'disabled', 'active', 'active']) with ordinality as s (state)
        cross join lateral flowfabric.ff_set_lane_state('lane', s.state) as l
        order by s.ordinality
    $$,
    $$
        values
        ('paused', 'draining', 'changed'), ('draining', 'disabled', 'changed'),
        ('disabled', 'active', 'changed'), ('active', 'active', 'unchanged')
    $$,
    'every state can follow every other state'
);
do $when$
begin
    perform flowfabric.ff_register_lane('lane', '{"max_reclaim_count": 5}');
    perform flowfabric.ff_set_lane_state('lane', 'paused');
    perform flowfabric.ff_register_lane('lane');
end;
$when$;
select is(
    (select l.state from flowfabric.ff_list_lanes() as l), 'paused',
    'a registration does not open the lane'
);

select * from finish();
rollback;
