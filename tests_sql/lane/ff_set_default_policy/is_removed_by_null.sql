begin;
select plan(4);
-- given a default policy of all lanes
select outcome as changed
from flowfabric.ff_set_default_policy('{"max_replay_count": 8}')
\gset
-- when it is set again; then
select is(
    (select a.outcome from flowfabric.ff_set_default_policy('{"max_replay_count": 8}') as a),
    'unchanged', 'the same policy changes nothing'
);
-- when it is null; then
select is(
    (select a from flowfabric.ff_set_default_policy(null) as a),
    (null, 'changed', '{"max_replay_count": 8}')::flowfabric.ff_changed_default_policy,
    'null removes it'
);
select is(
    (select a.outcome from flowfabric.ff_set_default_policy('null') as a), 'unchanged',
    'a JSON null is the same'
);
select is(
    (
        select e.policy
        from flowfabric.ff_create_execution('lane') as c
        inner join flowfabric.ff_exec_core as e on c.execution_id = e.execution_id
    ),
    null, 'a submission has no policy'
);
select * from finish();
rollback;
