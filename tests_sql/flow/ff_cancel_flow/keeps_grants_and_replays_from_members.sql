-- tests_sql/flow/ff_cancel_flow/keeps_grants_and_replays_from_members.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given a cancelled flow with a member that waits, one whose lease lapsed, and one that has ended
select pg_temp.flow('{"waiting": {}, "lapsed": {}, "done": {}, "granted": {}}') as flow_id;
select pg_temp.complete('done') as done;
select c.execution_id as lapsed
from flowfabric.ff_issue_grant_and_claim(pg_temp.node('lapsed'), 'lane', 1000) as c \gset
select g.grant_key
from
    flowfabric.ff_issue_claim_grant(pg_temp.node('granted'), 'w', 'w-1', p_grant_ttl_ms => 60000)
        as g
\gset
select
    flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'not wanted', 'cancel_flow_only') is null
        as cancelled;
select pg_temp.advance('2 s');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_issue_claim_grant(%L, ''w'', ''w-1'')', pg_temp.node('waiting')
    )),
    'ZF202 execution_not_eligible', 'a grant is refused'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_issue_grant_and_claim(%L, ''lane'')', pg_temp.node('waiting')
    )),
    'ZF202 execution_not_eligible', 'so is a claim by an operator'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_claim_execution(%L, %L, ''w'', ''w-1'')',
        pg_temp.node('granted'), :'grant_key'
    )),
    'ZF305 execution_not_leaseable', 'a grant from before the cancellation is not redeemed'
);
select is(
    (
        select r.outcome || ': ' || r.detail
        from flowfabric.ff_issue_reclaim_grant(pg_temp.node('lapsed'), 'w', 'w-1') as r
    ),
    'not_reclaimable: its flow was cancelled', 'a reclaim is refused'
);
select is_empty(
    $$select g.kind from flowfabric.ff_claim_for_worker('lane', 'w', 'w-1') as g$$,
    'ff_claim_for_worker finds nothing to grant'
);
select is(
    (
        select d.blocking_reason || ' ' || d.attempt_state
        from flowfabric.ff_describe_execution(pg_temp.node('lapsed')) as d
    ),
    'paused_by_flow_cancel attempt_interrupted', 'the lapsed member reads paused, too'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_replay_execution(%L)', pg_temp.node('done'))),
    'ZF402 flow_already_terminal', 'a replay is refused'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_create_execution(''lane'', p_flow_id => %L)', pg_temp.flow_id()
    )),
    'ZF402 flow_already_terminal', 'a submission into the flow is refused'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
