-- tests_sql/execution/ff_replay_executions/replays_members_of_flows.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/bulk.sql
\ir ../../lib/flows.sql
-- given a flow whose first member failed, with the others skipped; when all are replayed; then
do $given$ begin
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}, "c": {"after": ["b"]}}');
    perform pg_temp.fail('a');
    perform pg_temp.pay();
end $given$;
select is(pg_temp.nodes(), 'a failed, b skipped, c skipped', 'given a flow that failed');
select is(
    (
        select r.changed_count
        from flowfabric.ff_replay_executions(
            jsonb_build_object(
                'flow_id', pg_temp.flow_id(), 'public_state', '["failed", "skipped"]'::jsonb
            )
        ) as r
    ),
    3::bigint,
    'all three'
);
select
    is(
        pg_temp.nodes(),
        'a waiting, b waiting_children, c waiting_children',
        'wait for each other again'
    );
-- given that the flow was cancelled; then none is
do $given$ begin perform flowfabric.ff_cancel_flow(pg_temp.flow_id(), 'withdrawn'); end $given$;
select is(
    (
        select format('%s %s', r.changed_count, r.skipped_count)
        from flowfabric.ff_replay_executions(jsonb_build_object('flow_id', pg_temp.flow_id())) as r
    ),
    '0 3',
    'members of a cancelled flow are skipped'
);
select * from finish();
rollback;
