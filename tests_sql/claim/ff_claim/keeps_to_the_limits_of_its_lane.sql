-- tests_sql/claim/ff_claim/keeps_to_the_limits_of_its_lane.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given executions that wait already, in a lane that gets limits then
select pg_temp.policy(0, 0, 1) as done \gset
select pg_temp.policy(0, 0, 1, 2) as done \gset
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 2) as done \gset
select pg_temp.submit(3, 3, 2) as done \gset
select pg_temp.submit(4, 5, null, 'own') as done \gset
select r.outcome
from flowfabric.ff_register_lane('lane', p_options => format(
    '{"quota_policy_id": "%s", "quota_key": "lane", "budget_ids": ["%s"]}',
    pg_temp.policy_id(), pg_temp.budget_id()
)::jsonb) as r \gset
select is(
    pg_temp.claim_all(), '1 4',
    'one is claimed under the lane''s key, and one under a key of its own'
);
select is(
    pg_temp.states(), '1 active, 2 quota_first, 3 quota_first, 4 active, 5 quota_first',
    'an execution with a policy of its own needs a slot of both'
);
select flowfabric.ff_complete(pg_temp.handle(1)) as done \gset
select is(pg_temp.claim_all(), '2', 'a completion gives the slot back');
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 100}') as used \gset
select flowfabric.ff_complete(pg_temp.handle(4)) as done \gset
select is(pg_temp.claim_all(), '', 'the budget of the lane is exhausted');
select is(
    (
        select e.state::text from flowfabric.ff_exec_core as e
        where pg_temp.number(e.execution_id) = 5
    ),
    'budget_first', 'the waiting executions name the budget'
);
select flowfabric.ff_register_lane('lane') as free \gset
select pg_temp.advance('10 seconds') as moved \gset
select is(pg_temp.claim_all(), '3 5', 'when the limits are lifted, all are claimed');
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
