-- noqa: disable=LT05
-- tests_sql/execution/ff_erase_executions/keeps_keys_as_digests.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/errors.sql
-- given an execution under a key that has ended, and is erased
select c.execution_id
from flowfabric.ff_create_execution('lane', '{"a": 1}', p_idempotency_key => 'invoice 17') as c
\gset
do $given$ begin
    perform flowfabric.ff_complete((flowfabric.ff_claim('lane', 'a', 'a-1')).handle);
    perform flowfabric.ff_erase_executions('{"idempotency_key": "invoice 17"}');
end $given$;
-- when it is submitted again; then the key finds it
select is(
    (
        select format('%s %s', c.execution_id, c.outcome)
        from
            flowfabric.ff_create_execution('lane', '{"a": 1}', p_idempotency_key => 'invoice 17')
                as c
    ),
    format('%s duplicate', :'execution_id'), 'a submission under its key'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_create_execution('lane', '{"a": 2}', p_idempotency_key => 'invoice 17')$$
    ),
    'ZF205 idempotency_key_conflict', 'another content under its key'
);
select is(
    (
        select format('%s %s', c.execution_id, c.outcome)
        from
            flowfabric.ff_create_execution(
                'lane',
                '{"a": 1}',
                p_execution_id => :'execution_id',
                p_idempotency_key => 'invoice 17'
            ) as c
    ),
    format('%s duplicate', :'execution_id'), 'with its id'
);
select is(
    (
        select array_agg(e.execution_id)
        from flowfabric.ff_list_executions('{"idempotency_key": "invoice 17"}') as e
    ),
    array[:'execution_id']::uuid[], 'a list by its key'
);
select is(
    (
        select e.idempotency_key ~ '^flowfabric[.]erased:[0-9a-f]{64}$'
        from flowfabric.ff_exec_core as e
    ),
    true, 'of the key there is a digest'
);
-- when a submission brings what looks like one; then it is refused
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_create_execution('lane', p_idempotency_key => 'flowfabric.x')$$
    ),
    '22023 p_idempotency_key', 'keys of the engine'
);
-- when retention removes it; then the key goes with it
do $when$ begin
    perform pg_temp.advance('31 days');
    perform flowfabric.ff_trim_retention();
end $when$;
select is(
    (
        select format('%s %s', count(*), (select count(*) from flowfabric.ff_exec_core))
        from flowfabric.ff_idempotency
    ),
    '0 0', 'nothing is left'
);
select * from finish();
rollback;
