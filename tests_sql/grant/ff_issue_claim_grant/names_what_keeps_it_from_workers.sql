-- tests_sql/grant/ff_issue_claim_grant/names_what_keeps_it_from_workers.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/limits.sql
\ir ../../lib/flows.sql

-- given executions that are (1) to (5) blocked by calls, (6) in a paused lane, (7) ended, (8)
-- members of a cancelled flow; then the detail gives the reason, and the hint what can be done
do $given$ begin
    perform pg_temp.submit(1, 5);
    perform flowfabric.ff_block_execution(pg_temp.id(b.number), b.reason)
    from (
        values
        (1, 'waiting_for_budget'), (2, 'waiting_for_quota'), (3, 'waiting_for_capable_worker'),
        (4, 'paused_by_operator'), (5, 'paused_by_policy')
    ) as b (number, reason);
    perform pg_temp.submit(6, 6, p_lane_id => 'paused');
    perform flowfabric.ff_set_lane_state('paused', 'paused');
    perform pg_temp.submit(7, 7);
    perform flowfabric.ff_cancel_execution(pg_temp.id(7), 'not needed');
    perform pg_temp.flow('{"a": {}}');
    perform flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not needed', 'cancel_flow_only');
end $given$;
create function pg_temp.grant_error(p_execution_id uuid)
returns jsonb
language sql
as $grant_error$
    select pg_temp.error_of(
        format('select flowfabric.ff_issue_claim_grant(%L, ''w'', ''w-1'')', p_execution_id)
    )
$grant_error$;
select
    is(
        array[
            e.error #>> '{detail,symbol}',
            e.error #>> '{detail,blocking_reason}',
            e.error ->> 'hint'
        ],
        array['execution_not_eligible', b.reason, b.hint],
        b.description
    )
from (
    values
    (
        pg_temp.id(1), 'waiting_for_budget',
        'It is blocked (waiting_for_budget); ff_unblock_execution lets it be claimed again.',
        'blocked for a budget'
    ),
    (
        pg_temp.id(2), 'waiting_for_quota',
        'It is blocked (waiting_for_quota); ff_unblock_execution lets it be claimed again.',
        'blocked for a quota'
    ),
    (
        pg_temp.id(3), 'waiting_for_capable_worker',
        'It is blocked (waiting_for_capable_worker);'
        || ' ff_unblock_execution lets it be claimed again.',
        'blocked for a worker'
    ),
    (
        pg_temp.id(4), 'paused_by_operator',
        'It is blocked (paused_by_operator); ff_unblock_execution lets it be claimed again.',
        'blocked by an operator'
    ),
    (
        pg_temp.id(5), 'paused_by_policy',
        'It is blocked (paused_by_policy); ff_unblock_execution lets it be claimed again.',
        'blocked by a policy'
    ),
    (
        pg_temp.id(6), 'paused_by_policy',
        'Its lane is paused; ff_set_lane_state opens the lane.',
        'in a paused lane'
    ),
    (
        pg_temp.id(7), null,
        'It has ended (cancelled); ff_replay_execution starts it again.',
        'cancelled'
    ),
    (
        pg_temp.node('a'), 'paused_by_flow_cancel',
        'Its flow was cancelled, and no claim takes its members.',
        'of a cancelled flow'
    )
) as b (execution_id, reason, hint, description)
cross join lateral pg_temp.grant_error(b.execution_id) as e (error);

-- given executions that a claim has refused: (12) for a slot, (14) for a window, (15) for a budget
do $given$ begin
    perform pg_temp.policy(0, 0, 1, 1), pg_temp.policy(60000, 1, 0, 2), pg_temp.budget();
end $given$;
do $given$ begin
    perform flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 100}');
    perform pg_temp.submit(11, 12, 1);
    perform pg_temp.submit(13, 14, 2);
    perform pg_temp.submit(15, 15, p_budgets => '{1}');
    perform pg_temp.claim_all();
end $given$;
select is(
    pg_temp.states() ~ '12 quota_first.*14 quota_first.*15 budget_first',
    true,
    'given a claim refused each'
);
-- then a grant on it is refused for the same reason
select
    is(
        pg_temp.grant_error(pg_temp.id(r.number)) #>> '{detail,symbol}',
        r.symbol,
        'the limit is named: ' || r.symbol
    )
from (
    values
    (12, 'concurrency_limit_exceeded'), (14, 'rate_limit_exceeded'), (15, 'budget_exceeded')
) as r (number, symbol);
select is(
    (pg_temp.grant_error(pg_temp.id(14)) -> 'detail') - '{symbol,execution_id}'::text[],
    jsonb_build_object(
        'limit_id', pg_temp.policy_id(2), 'quota_key', null, 'retry_after_ms',
        (
            select ceil(extract(epoch from e.claimable_at - pg_temp.clock()) * 1000)
            from flowfabric.ff_exec_core as e
            where e.execution_id = pg_temp.id(14)
        )
    ),
    'the error has the time at which its place in the window comes free'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');

select * from finish();
rollback;
