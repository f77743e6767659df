-- tests_sql/lease/_may_retry/follows_the_policy.sql
begin;
select plan(12);
-- given a retry policy; when an attempt fails; then
select is(
    flowfabric._may_retry(null, 0, 'transient'), false, 'without a policy there is no retry'
);
select is(flowfabric._may_retry('{}', 0, 'transient'), false, 'an empty policy allows no retries');
select is(
    flowfabric._may_retry('null', 0, 'transient'), false,
    'the JSON null means the same as a key left out'
);
select is(
    flowfabric._may_retry('{"backoff": {}}', 2, 'transient'), true,
    'a policy with any key allows 3 retries'
);
select is(flowfabric._may_retry('{"backoff": {}}', 3, 'transient'), false, 'but not a fourth');
select is(
    flowfabric._may_retry('{"max_retries": 0}', 0, 'transient'), false, 'another number of retries'
);
select is(flowfabric._may_retry('{"max_retries": 5}', 4, 'transient'), true, 'below the number');
select is(flowfabric._may_retry('{"max_retries": 5}', 5, 'transient'), false, 'at the number');
select is(
    flowfabric._may_retry('{"retryable_categories": ["network"]}', 0, 'network'), true,
    'a category in the list is retried'
);
select is(
    flowfabric._may_retry('{"retryable_categories": ["network"]}', 0, 'disk'), false,
    'a category outside the list is not'
);
select is(
    flowfabric._may_retry('{"retryable_categories": ["network"]}', 0, null), false,
    'a failure without a category is not in the list'
);
select is(
    flowfabric._may_retry('{"retryable_categories": []}', 0, 'disk'), true,
    'an empty list allows all categories'
);
select * from finish();
rollback;
