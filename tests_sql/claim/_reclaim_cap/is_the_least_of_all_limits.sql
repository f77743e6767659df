-- tests_sql/claim/_reclaim_cap/is_the_least_of_all_limits.sql
begin;
select plan(8);
-- given limits of takeovers in the policy, in an argument and in the engine; then
select is(flowfabric._reclaim_cap(null), 100, 'without a policy the cap is 100');
select is(flowfabric._reclaim_cap('{}'), 100, 'a policy that does not name a cap leaves it at 100');
select is(
    flowfabric._reclaim_cap('{"max_reclaim_count": null}'), 100,
    'a policy with null leaves it at 100'
);
select is(flowfabric._reclaim_cap('{"max_reclaim_count": 0}'), 0, 'a policy may allow no takeover');
select is(
    flowfabric._reclaim_cap('{"max_reclaim_count": 500}'), 500,
    'a policy may allow more than 100'
);
select is(
    flowfabric._reclaim_cap('{"max_reclaim_count": 500}', 7), 7, 'an argument may lower the cap'
);
select is(
    flowfabric._reclaim_cap('{"max_reclaim_count": 5}', 7), 5,
    'an argument cannot raise the cap'
);
select is(
    flowfabric._reclaim_cap('{"max_reclaim_count": 1000}', 9999), 1000,
    'no cap is above 1000'
);
select * from finish();
rollback;
