begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a lease; when its holder saves a step; then
select pg_temp.lease() as handle
\gset
select is(
    to_jsonb(flowfabric.ff_save_step(:'handle', 'charge', '{"id": 1}')),
    '{"step_key": "charge", "outcome": "saved", "output": {"id": 1}, "result": null}',
    'it is saved'
);
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(flowfabric.ff_save_step(:'handle', 'charge', p_result => 'other')),
    '{"step_key": "charge", "outcome": "already_saved", "output": {"id": 1}, "result": null}',
    'a second call returns the first value'
);
select is(pg_temp.stored(), :'before', 'and writes nothing');
select is(
    to_jsonb(flowfabric.ff_save_step(:'handle', 'bytes', p_result => '\x00ff')),
    '{"step_key": "bytes", "outcome": "saved", "output": null, "result": "\\x00ff"}',
    'bytes are a value, too'
);
select is(
    (flowfabric.ff_save_step(:'handle', 'done')).outcome, 'saved', 'and so is nothing'
);

-- when another worker takes the execution over; then
do $given$ begin perform pg_temp.advance('1 hour'); end $given$;
select results_eq(
    format(
        'select step_key, kind, output, result, attempt_index from flowfabric.ff_list_steps(%L)',
        pg_temp.execution_of(:'handle')
    ),
    $$
        values
        ('charge', 'value', '{"id": 1}'::jsonb, null::bytea, 0),
        ('bytes', 'value', null, '\x00ff', 0),
        ('done', 'value', null, null, 0)
    $$,
    'it finds the steps in the order in which they were saved'
);
select is(
    (flowfabric.ff_save_step(pg_temp.claim('b'), 'charge', '{"id": 2}')).output,
    '{"id": 1}',
    'and the value of the first call'
);
select * from finish();
rollback;
