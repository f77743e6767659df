-- tests_sql/submit/ff_create_execution/ends_at_once_past_its_deadline.sql
begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
\ir ../../lib/numbered_executions.sql
-- given submissions whose deadline has passed: one by one, under a key, with limits and a delay
select flowfabric.ff_create_quota_policy('00000000-0000-7000-8000-0000000000aa', 0, 0, 1) as policy
\gset
select flowfabric.ff_set_lane_state('lane', 'active') as lane
\gset
select is(
    (
        select array_agg(concat_ws(' ', c.outcome, c.public_state))
        from (
            select * from
                flowfabric.ff_create_execution(
                    'lane', p_deadline_at => '2030-01-01 11:59:59+00',
                    p_execution_id => pg_temp.id(1)
                )
            union all
            select * from flowfabric.ff_create_execution(
                'lane', p_deadline_at => '2030-01-01 12:00+00', p_delay_ms => 5000,
                p_quota_policy_id => '00000000-0000-7000-8000-0000000000aa',
                p_idempotency_key => 'key', p_execution_id => pg_temp.id(2)
            )
        ) as c
    ),
    '{created expired,created expired}',
    'the result says that it has ended'
);
select results_eq(
    $$
        select d.public_state, d.failure_reason, d.failure_category, d.terminal_at, d.attempt_index
        from unnest(array[1, 2]) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        select 'expired', 'execution_deadline', 'timeout', pg_temp.clock(), null::integer
        from generate_series(1, 2)
    $$,
    'it is stored so, without an attempt'
);
select results_eq(
    $$
        select pg_temp.number(v.execution_id), v.kind::text, v.outcome::text
        from flowfabric.ff_event as v
        where v.execution_id is not null
        order by v.event_id
    $$,
    $$values (1, 'completed', 'expired'), (2, 'completed', 'expired')$$,
    'one event records each end'
);
select is(
    (
        select concat_ws(' ', c.outcome, c.public_state)
        from flowfabric.ff_create_execution(
            'lane', p_idempotency_key => 'key', p_deadline_at => '2030-01-01 12:00+00'
        ) as c
    ),
    'duplicate expired',
    'the same submission again returns the ended execution'
);
-- given batches of items with equal options, and with different ones; then
select results_eq(
    $$
        select c.outcome, c.public_state
        from flowfabric.ff_create_executions(
            'lane', '{1,2}', '{"deadline_at": "2030-01-01T11:00:00Z"}'
        ) as c
    $$,
    $$values ('created', 'expired'), ('created', 'expired')$$,
    'a batch with equal options'
);
select results_eq(
    $$
        select c.outcome, c.public_state
        from flowfabric.ff_create_executions(
            'lane', '{1,2}', '{"deadline_at": ["2030-01-01T11:00:00Z", "2030-01-01T13:00:00Z"]}'
        ) as c
    $$,
    $$values ('created', 'expired'), ('created', 'waiting')$$,
    'a batch with deadlines of its items'
);
-- given a flow with members past their deadline, one behind the other; then
select pg_temp.flow('{
    "late": {"deadline_at": "2030-01-01T11:00:00Z"},
    "too": {"after": ["late"], "deadline_at": "2030-01-01T11:00:00Z"},
    "behind": {"after": ["late"]},
    "other": {}
}') as flow_id;
select pg_temp.pay();
select is(
    pg_temp.nodes(), 'behind skipped, late expired, other waiting, too expired',
    'members behind it are settled in the same call'
);
select results_eq(
    $$
        select m.node, count(*)
        from flowfabric.ff_completion_event as v
        inner join flowfabric.ff_flow_member as m on m.execution_id = v.execution_id
        group by m.node
        order by m.node
    $$,
    $$values ('behind', 1::bigint), ('late', 1), ('too', 1)$$,
    'each end has one event'
);
select is(
    (select count(*) from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10)),
    2::bigint,
    'claims take the work that has time left, and meet none of the others'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
