begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/proven_events.sql
\ir ../../lib/retention.sql

-- given a flow of (1) and (2), which waits for (1); both have ended, and the key of (2) is still in
-- its window
do $given$ begin
    perform flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000f');
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_create_execution(
        'lane', '{}', p_idempotency_key => 'key', p_execution_id => pg_temp.id(2),
        p_policy => '{"dedup_window_ms": 60000}'
    );
    perform flowfabric.ff_add_execution_to_flow(
        '00000000-0000-7000-8000-00000000000f', pg_temp.id(n)
    )
    from generate_series(1, 2) as n;
    perform flowfabric.ff_stage_dependency_edge(
        '00000000-0000-7000-8000-00000000000f', '00000000-0000-7000-8000-0000000000ed',
        pg_temp.id(1), pg_temp.id(2)
    );
    perform flowfabric.ff_apply_dependency_to_child(
        '00000000-0000-7000-8000-00000000000f', '00000000-0000-7000-8000-0000000000ed'
    );
    perform flowfabric.ff_fail(pg_temp.claim(), 'broken', 'permanent');
end $given$;
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(2)), 'skipped', 'given (2) was skipped'
);
-- when ended executions are removed; then
select is((flowfabric.ff_trim_retention(0)).trimmed, 0, '(1) is kept with (2)');
-- when both are replayed; then
do $when$ begin
    perform flowfabric.ff_replay_execution(pg_temp.id(2));
    perform flowfabric.ff_replay_execution(pg_temp.id(1));
    perform flowfabric.ff_complete(pg_temp.claim());
end $when$;
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(2)), 'waiting',
    '(2) can be claimed when (1) completes'
);
do $when$ begin
    perform flowfabric.ff_complete(pg_temp.claim());
    perform pg_temp.advance('1 minute');
end $when$;
-- when the window has ended; then
select is((flowfabric.ff_trim_retention(0, 1)).trimmed, 1, 'the first member is removed');
select is(
    pg_temp.refusal(format(
        'select flowfabric.ff_replay_execution(%L)',
        (
            select e.execution_id
            from flowfabric.ff_exec_core as e
        )
    )),
    'ZF401 flow_not_found', 'the other member can no longer be replayed'
);
select is(
    pg_temp.refusal($$
        select flowfabric.ff_create_execution(
            'lane', p_flow_id => '00000000-0000-7000-8000-00000000000f'
        )
    $$),
    'ZF401 flow_not_found', 'no execution can be added to the rest of the flow'
);
select is((flowfabric.ff_trim_retention(0, 1)).trimmed, 1, 'the other member is removed, too');

select * from finish();
rollback;
