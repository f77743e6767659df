-- tests_sql/lease/_may_retry/follows_the_policy.sql
begin;
select plan(12);
-- given a retry policy; when an attempt fails; then
select is(
    flowfabric._may_retry(null, 0, 'transient'), false, 'without a policy nothing is retried'
);
select is(flowfabric._may_retry('{}', 0, 'transient'), false, 'the empty one says no retries');
select is(
    flowfabric._may_retry('null', 0, 'transient'), false,
    'the JSON null says the same as a key left out'
);
select is(
    flowfabric._may_retry('{"backoff": {}}', 2, 'transient'), true,
    'a policy that says anything has 3 retries'
);
select is(flowfabric._may_retry('{"backoff": {}}', 3, 'transient'), false, 'and no more');
select is(
    flowfabric._may_retry('{"max_retries": 0}', 0, 'transient'), false, 'unless it says how many'
);
select is(flowfabric._may_retry('{"max_retries": 5}', 4, 'transient'), true, 'within the number');
select is(flowfabric._may_retry('{"max_retries": 5}', 5, 'transient'), false, 'at the number');
select is(
    flowfabric._may_retry('{"retryable_categories": ["network"]}', 0, 'network'), true,
    'a category that is listed'
);
select is(
    flowfabric._may_retry('{"retryable_categories": ["network"]}', 0, 'disk'), false,
    'a category that is not'
);
select is(
    flowfabric._may_retry('{"retryable_categories": ["network"]}', 0, null), false,
    'no category is none of those listed'
);
select is(
    flowfabric._may_retry('{"retryable_categories": []}', 0, 'disk'), true,
    'an empty list stands for all'
);
select * from finish();
rollback;
