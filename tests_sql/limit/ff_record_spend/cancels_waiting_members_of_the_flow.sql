-- tests_sql/limit/ff_record_spend/cancels_waiting_members_of_the_flow.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/flows.sql
select pg_temp.budget(p_on_hard_limit => 'cancel_pending') as budget \gset
select pg_temp.flow('{"a": {}, "b": {}, "c": {}, "d": {}, "e": {"after": ["a"]}}') as flow \gset
select pg_temp.start('a') as a \gset
select pg_temp.start('b') as b \gset
select flowfabric.ff_suspend(pg_temp.start('c'), '{"operator_only": true}') as c \gset
select s.outcome
from
    flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.node('a'), '{"tokens": 101}') as s
\gset
select is(
    pg_temp.nodes(), 'a active, b active, c suspended, d cancelled, e cancelled',
    'members that have begun may finish'
);
select is(
    array[
        (select r.cancel_requested from flowfabric.ff_renew(:'a') as r),
        (select r.cancel_requested from flowfabric.ff_renew(:'b') as r)
    ],
    array[true, false], 'the execution that exceeded the limit is asked to stop'
);
select results_eq(
    $$select f.public_flow_state, f.cancel_reason, f.cancellation_policy
    from flowfabric.ff_describe_flow(pg_temp.flow_id()) as f$$,
    $$values ('cancelled', 'budget_exhausted', 'cancel_pending')$$,
    'the flow shows the reason'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
