-- noqa: disable=LT02,LT09,AL03
begin;
select plan(4);
\ir ../../lib/errors.sql
-- given a submitter that has as many executions as its limit allows, one of them under a key
select flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 1) is null as limited
\gset
select (flowfabric.ff_create_execution('lane', '1', p_idempotency_key => 'old')).execution_id
\gset
-- when it sends a batch that repeats the execution, and has two more items; then
prepare batch as
select c.outcome, c.error_code
from flowfabric.ff_create_executions(
    'lane', '{1,2,3}', '{"idempotency_key": ["old", "new", null]}'
) as c;
select results_eq(
    'batch',
    $$values
    ('duplicate', null),
    ('submitter_limit_exceeded', 'ZF803'),
    ('submitter_limit_exceeded', 'ZF803')$$,
    'the existing item is found, and the others are refused'
);
select is_empty(
    $$select 1 from flowfabric.ff_idempotency as i
    where i.key_digest = flowfabric._key_digest('idempotency:default', 'new')$$,
    'the key of a refused item is free'
);
-- when there is room for one of the two items; then
select flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 2) is null as limited
\gset
select results_eq(
    'batch',
    $$values
    ('duplicate', null),
    ('submitter_limit_exceeded', 'ZF803'),
    ('submitter_limit_exceeded', 'ZF803')$$,
    'both are refused: a batch is accepted as a whole or not at all'
);
-- when there is room for both; then
select flowfabric.ff_set_submitter_limit('lane', p_max_unfinished => 3) is null as limited
\gset
select results_eq(
    'batch', $$values ('duplicate', null), ('created', null), ('created', null)$$,
    'both are accepted'
);
select * from finish();
rollback;
