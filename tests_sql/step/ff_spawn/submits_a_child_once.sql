begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/steps.sql

-- given a lease; when its holder spawns a child; then
select pg_temp.parent() as handle
\gset
select pg_temp.execution_of(:'handle') as parent_id
\gset
select
    s.step_key,
    s.execution_id as child_id,
    s.outcome,
    s.public_state
from
    flowfabric.ff_spawn(
        :'handle', 'thumbnail', 'children', '{"n": 1}',
        p_options => '{"kind": "picture", "priority": 7, "delay_ms": 1000, "tags": {"a.b": "c"}}'
    ) as s
\gset
select is(
    array[:'step_key', :'outcome', :'public_state'],
    '{thumbnail,spawned,delayed}',
    'it is submitted'
);
select is(
    pg_temp.described(
        :'child_id', 'lane_id', 'kind', 'priority', 'input', 'tags', 'parent_id',
        'parent_step_key', 'created_at'
    ),
    jsonb_build_object(
        'lane_id', 'children', 'kind', 'picture', 'priority', 7, 'input', '{"n": 1}'::jsonb,
        'tags', '{"a.b": "c"}'::jsonb, 'parent_id', :'parent_id', 'parent_step_key', 'thumbnail',
        'created_at', '2030-01-01T12:00:00+00:00'
    ),
    'with what it was given, and it knows its parent'
);
select results_eq(
    format(
        'select step_key, kind, output, child_execution_id from flowfabric.ff_list_steps(%L)',
        :'parent_id'
    ),
    format($$values ('thumbnail', 'child', null::jsonb, %L::uuid)$$, :'child_id'),
    'the step has its id'
);
select is(right(:'child_id', 2), right(:'parent_id', 2), 'it is in the partition of its parent');
-- when the call is made again, with anything; then
select pg_temp.stored() as before
\gset
select is(
    to_jsonb(
        flowfabric.ff_spawn(:'handle', 'thumbnail', 'other', '2', p_options => '{"kind": "x"}')
    ),
    jsonb_build_object(
        'step_key', 'thumbnail', 'execution_id', :'child_id', 'outcome', 'already_spawned',
        'public_state', 'delayed'
    ),
    'it is the same child'
);
select is(pg_temp.stored(), :'before', 'nothing is written');
-- when it is spawned with bytes; then
select is(
    (flowfabric.ff_spawn(:'handle', 'bytes', 'children', p_payload => '\x00ff')).outcome,
    'spawned', 'given'
);
select is(
    (flowfabric.ff_spawn(
        :'handle', 'hex', 'children', p_options => '{"payload": "\\x00ff"}'
    )).outcome,
    'spawned', 'given as an option'
);
select is(
    array(
        select d.payload
        from flowfabric.ff_list_children(:'parent_id') as c
        cross join lateral flowfabric.ff_describe_execution(c.execution_id) as d
    ),
    array[null, '\x00ff', '\x00ff']::bytea[],
    'bytes arrive'
);
-- when an id or a key of an option is that of another execution; then
select pg_temp.submit('children') as other_id
\gset
select c.outcome as created
from flowfabric.ff_create_execution('children', '1', p_idempotency_key => 'k') as c
\gset
select is(
    pg_temp.error_of(format(
        'select flowfabric.ff_spawn(%L, ''id'', ''children'', ''{}'', p_options => %L)',
        :'handle', jsonb_build_object('execution_id', :'other_id')
    )) -> 'detail',
    jsonb_build_object(
        'symbol', 'idempotency_key_conflict', 'execution_id', :'other_id', 'step_key', 'id'
    ),
    'an execution that is not a child of the step is refused'
);
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_spawn(%L, ''key'', ''children'', ''1'', p_options => %L)',
        :'handle', '{"idempotency_key": "k"}'
    )),
    'ZF205 idempotency_key_conflict', 'by its key as well'
);
select is(
    (flowfabric.ff_spawn(
        :'handle', 'key', 'children', '2', p_options => '{"idempotency_key": "own"}'
    )).outcome,
    'spawned', 'a key of its own is fine'
);
-- when the lane takes no work; then
do $given$ begin perform flowfabric.ff_set_lane_state('children', 'draining'); end $given$;
select is(
    pg_temp.refusal(format('select flowfabric.ff_spawn(%L, ''late'', ''children'')', :'handle')),
    'ZF206 lane_not_accepting', 'a lane that is draining refuses a child'
);
select is(
    (flowfabric.ff_spawn(:'handle', 'thumbnail', 'children')).outcome, 'already_spawned',
    'but it has its child'
);
-- when another attempt spawns; then
do $when$ begin perform pg_temp.advance('1 hour'); end $when$;
select is(
    (
        flowfabric.ff_spawn(pg_temp.claim('q', p_lane_id => 'parent'), 'thumbnail', 'children')
    ).execution_id,
    :'child_id', 'it is the same child'
);
select is(
    pg_temp.children(:'parent_id'),
    'thumbnail waiting, bytes waiting, hex waiting, key waiting', 'it has these'
);
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
