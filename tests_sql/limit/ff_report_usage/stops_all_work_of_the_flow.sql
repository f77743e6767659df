-- tests_sql/limit/ff_report_usage/stops_all_work_of_the_flow.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
\ir ../../lib/flows.sql
select pg_temp.flow('{"a": {}, "b": {}, "c": {}, "d": {}}') as flow_id \gset
select
    pg_temp.budget(
        p_on_hard_limit => 'cancel_all', p_scope_type => 'flow', p_scope_id => :'flow_id'
    ) as budget
\gset
select pg_temp.budget(2, p_on_hard_limit => 'cancel_all') as budget \gset
select pg_temp.start('a') as a \gset
select flowfabric.ff_suspend(pg_temp.start('b'), '{"operator_only": true}') as b \gset
select pg_temp.start('c') as c \gset
select pg_temp.submit(1, 1, p_budgets => '{2}') as submitted \gset
select c.handle from flowfabric.ff_issue_grant_and_claim(pg_temp.id(1), 'lane') as c \gset
select flowfabric.ff_report_usage(pg_temp.budget_id(), '{"tokens": 101}') as used \gset
select is(
    pg_temp.nodes('a', 'b', 'c', 'd'), 'a active, b cancelled, c active, d cancelled',
    'waiting and suspended members are cancelled'
);
select is(
    (select r.cancel_requested from flowfabric.ff_renew(:'a') as r),
    true,
    'running members are asked to stop'
);
select flowfabric.ff_report_usage(pg_temp.budget_id(2), '{"tokens": 101}') as used \gset
select is(
    (select r.cancel_requested from flowfabric.ff_renew_batch(array[pg_temp.handle(1)]) as r), true,
    'running executions outside of flows are, too'
);
select is(pg_temp.sound(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
