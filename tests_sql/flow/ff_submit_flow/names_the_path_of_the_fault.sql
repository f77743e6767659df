-- tests_sql/flow/ff_submit_flow/names_the_path_of_the_fault.sql
begin;
select plan(36);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/flows.sql
-- given documents with one mistake each; then the error names the path of the mistake, and nothing
-- is written
create function pg_temp.fault(p_flow jsonb)
returns text
language sql
as $fault$
    select concat_ws(
        ' ', e.error ->> 'sqlstate', e.error #>> '{detail,path}', '|',
        replace(
            e.error ->> 'message', format('p_flow at "%s" ', e.error #>> '{detail,path}'), ''
        )
    )
    from pg_temp.error_of(format('select flowfabric.ff_submit_flow(%L)', p_flow)) as e (error)
$fault$;
create function pg_temp.fault_of_node(p_node jsonb)
returns text
language sql
as $fault_of_node$
    select pg_temp.fault(jsonb_build_object(
        'nodes', jsonb_build_object('x', p_node, 'y', '{"lane": "lane"}'::jsonb, 'z z', '{"lane": "l"}'::jsonb)
    ))
$fault_of_node$;
select is(pg_temp.fault('{}'), '22023 nodes | must be a JSON object', 'a document without nodes');
select is(
    pg_temp.fault('{"nodes": {}}'), '22023 nodes | must have at least one node',
    'an empty list of nodes'
);
select is(
    pg_temp.fault('{"nodes": [1]}'), '22023 nodes | must be a JSON object',
    'a list instead of an object'
);
select is(
    pg_temp.fault('{"nodes": {"a": {"lane": "l"}}, "node": 1}'),
    '22023 node | is not a key of a flow', 'an unknown key'
);
select is(
    pg_temp.fault('{"nodes": {"a": {"lane": "l"}}, "kind": 1}'),
    '22023 kind | must be a word of 1 to 256 bytes without control characters',
    'a kind that is not text'
);
select is(
    pg_temp.fault('{"nodes": {"a": {"lane": "l"}}, "tags": {"x": "y"}}'),
    '22023 | p_flow.tags has a key "x" that is not of the form owner.name', 'a tag that is not text'
);
select is(
    pg_temp.fault('{"nodes": {"": {"lane": "l"}}}'),
    '22023 nodes[""] | needs a name of 1 to 256 bytes without control characters',
    'a node without a name'
);
select is(
    pg_temp.fault_of_node('7'), '22023 nodes.x | must be a JSON object',
    'a node that is not an object'
);
select is(
    pg_temp.fault_of_node('{}'), '22023 nodes.x.lane | must be the name of a lane',
    'a node without a lane'
);
select is(
    pg_temp.fault_of_node('{"lane": ""}'), '22023 nodes.x.lane | must be the name of a lane',
    'an empty lane'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "flow_id": "x"}'),
    '22023 nodes.x | must not have idempotency_key, execution_id, namespace, actor or flow_id',
    'an option of flows in a node'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "priority": 9001}'),
    '22023 nodes.x | is refused: p_priority must be between 0 and 9000', 'a value out of range'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "colour": "red"}'),
    '22023 nodes.x | is refused: p_options has an unknown key "colour"', 'an unknown option'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "policy": {"retries": 3}}'),
    '22023 nodes.x | is refused: p_policy has an unknown key "retries"', 'a wrong policy'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": "y"}'),
    '22023 nodes.x.after | must be an array of names, or an object with any_of, or of and quorum',
    'a text in the place of after'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"each": ["y"]}}'),
    '22023 nodes.x.after | must be an array of names, or an object with any_of, or of and quorum',
    'a join that is not an object'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"any_of": ["y"], "quorum": 1}}'),
    '22023 nodes.x.after | has an unknown key', 'two joins at once'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"any_of": []}}'),
    '22023 nodes.x.after.any_of | must be an array of at least one name', 'any_of with a number'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"of": ["y"], "quorum": 2}}'),
    '22023 nodes.x.after.quorum | must be a whole number from 1 to the number of nodes in "of"',
    'a quorum above the number of upstreams'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"of": ["y"]}}'),
    '22023 nodes.x.after.quorum | must be a whole number from 1 to the number of nodes in "of"',
    'a quorum of 0'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"of": ["y"], "quorum": 0.5}}'),
    '22023 nodes.x.after.quorum | must be a whole number from 1 to the number of nodes in "of"',
    'a fraction as a quorum'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"any_of": ["y"], "losers": "kill"}}'),
    '22023 nodes.x.after.losers | must be cancel or run, and must be left out for all_of',
    'an unknown rule for losers'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y", "nobody"]}'),
    '22023 nodes.x.after[1] | names "nobody", which is not a node',
    'a name in after that no node has'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": {"any_of": ["y", 7]}}'),
    '22023 nodes.x.after.any_of[1] | must be the name of a node', 'a name that is not text'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y", "z z", "y"]}'),
    '22023 nodes.x.after[2] | names "y" more than once', 'two nodes with one name'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y"], "inputs": {"a b": ["y", "z z"]}}'),
    '22023 nodes.x.inputs["a b"][1] | names "z z", which is not in after',
    'an input from a node that is not an upstream'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y"], "input_from": "z z"}'),
    '22023 nodes.x.input_from | names "z z", which is not in after',
    'the whole input from such a node'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y"], "inputs": ["y"]}'),
    '22023 nodes.x.inputs | must be a JSON object of names', 'an empty object of inputs'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y"], "inputs": {"": "y"}}'),
    '22023 nodes.x.inputs | must be a JSON object of names', 'an input without a name'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y"], "inputs": {"v": "y"}, "input": [1]}'),
    '22023 nodes.x.inputs | needs input to be a JSON object or left out', 'named inputs in a list'
);
select is(
    pg_temp.fault_of_node('{"lane": "l", "after": ["y"], "inputs": {"v": "y"}, "input_from": "y"}'),
    '22023 nodes.x.input_from | must be left out when inputs is given', 'both kinds of input'
);
select is(
    pg_temp.refusal('select flowfabric.ff_submit_flow(null)'), '22004 p_flow',
    'a null document'
);
select is(
    pg_temp.refusal('select flowfabric.ff_submit_flow(''[]'')'),
    '22023 p_flow',
    'a flow that is not an object'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "l"}}}', p_namespace => '')$$
    ),
    '22023 p_namespace', 'an empty namespace'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_submit_flow('{"nodes": {"a": {"lane": "l"}}}', p_actor => '')$$
    ),
    '22023 p_actor', 'an empty actor'
);
select is(
    (select count(*) from flowfabric.ff_flow) + (select count(*) from flowfabric.ff_exec_core)
    + (select count(*) from flowfabric.ff_route), 0::bigint, 'and nothing was written'
);
select * from finish();
rollback;
