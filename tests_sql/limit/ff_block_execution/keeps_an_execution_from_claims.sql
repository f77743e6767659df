-- tests_sql/limit/ff_block_execution/keeps_an_execution_from_claims.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
select pg_temp.submit(1, 5) as submitted \gset
create function pg_temp.block(p_number integer, p_reason text) returns text language sql as $$
    select concat_ws(' ', b.outcome, b.blocking_reason, b.public_state)
    from flowfabric.ff_block_execution(pg_temp.id(p_number), p_reason, 'why not', 'ada') as b
$$;
select is(
    pg_temp.block(1, 'waiting_for_budget'), 'blocked waiting_for_budget rate_limited', 'budget'
);
select is(pg_temp.block(2, 'waiting_for_quota'), 'blocked waiting_for_quota rate_limited', 'quota');
select is(
    pg_temp.block(3, 'waiting_for_capable_worker'),
    'blocked waiting_for_capable_worker waiting',
    'route'
);
select is(
    pg_temp.block(4, 'paused_by_operator'), 'blocked paused_by_operator waiting', 'operator'
);
select is(pg_temp.block(5, 'paused_by_policy'), 'blocked paused_by_policy waiting', 'policy');
select is(
    pg_temp.states(),
    '1 budget_first, 2 quota_first, 3 route_first, 4 operator_first, 5 lane_first',
    'each has the state of its block'
);
select pg_temp.advance('1 hour') as moved \gset
select is(pg_temp.claim_all(), '', 'no claim gets them');
select
    is(
        pg_temp.block(1, 'paused_by_operator'),
        'blocked paused_by_operator waiting',
        'another block replaces the first'
    );
select results_eq(
    $$select v.kind::text, v.details - 'session_user' - 'role'
    from flowfabric.ff_operator_event as v
    where pg_temp.number(v.execution_id) = 2$$,
    $$values ('blocked', '{"actor": "ada", "reason": "why not",
        "blocking_reason": "waiting_for_quota"}'::jsonb)$$,
    'the event names the operator'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
