-- tests_sql/claim/_reclaim_cap/is_the_least_of_all_limits.sql
begin;
select plan(8);
-- given limits of takeovers in the policy, in an argument, and of the engine; then
select is(flowfabric._reclaim_cap(null), 100, 'without a policy 100');
select is(flowfabric._reclaim_cap('{}'), 100, 'as with a policy that says nothing of it');
select is(flowfabric._reclaim_cap('{"max_reclaim_count": null}'), 100, 'or says null');
select is(flowfabric._reclaim_cap('{"max_reclaim_count": 0}'), 0, 'a policy may allow none');
select is(flowfabric._reclaim_cap('{"max_reclaim_count": 500}'), 500, 'or many');
select is(
    flowfabric._reclaim_cap('{"max_reclaim_count": 500}', 7), 7, 'an argument may allow less'
);
select is(flowfabric._reclaim_cap('{"max_reclaim_count": 5}', 7), 5, 'but not more');
select is(flowfabric._reclaim_cap('{"max_reclaim_count": 1000}', 9999), 1000, '1000 is the end');
select * from finish();
rollback;
