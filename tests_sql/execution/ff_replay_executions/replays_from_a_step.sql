-- tests_sql/execution/ff_replay_executions/replays_from_a_step.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
-- given two that failed with the steps a, b, c, and one that failed with the step a only
create function pg_temp.fail_with(p_steps text[])
returns uuid
language plpgsql
as $fail_with$
declare
    v_id constant uuid := (flowfabric.ff_create_execution('lane', '{}')).execution_id;
    v_handle constant text := pg_temp.claim();
begin
    perform flowfabric.ff_save_step(v_handle, s.step_key, '1')
    from unnest(p_steps) with ordinality as s (step_key, place);
    perform flowfabric.ff_fail(v_handle, 'broken', 'permanent');
    return v_id;
end;
$fail_with$;
select pg_temp.fail_with('{a,b,c}') as first_id \gset
select pg_temp.fail_with('{a,b,c}') as second_id \gset
select pg_temp.fail_with('{a}') as other_id \gset
-- when they are replayed from b; then
select is(
    (
        select format('%s %s', a.changed_count, a.skipped_count)
        from flowfabric.ff_replay_executions(
            '{"lane_id": "lane"}', 'the bug is fixed', p_from_step => 'b', p_dry_run => true
        ) as a
    ),
    '2 1', 'a dry run counts those that have the step'
);
select is(
    (
        select format('%s %s', a.changed_count, a.skipped_count)
        from flowfabric.ff_replay_executions(
            '{"lane_id": "lane"}', 'the bug is fixed', p_from_step => 'b'
        ) as a
    ),
    '2 1', 'those that have the step are replayed'
);
select is(
    (
        select array_agg(l.step_key)
        from unnest(array[:'first_id', :'second_id', :'other_id']::uuid[]) as e (execution_id)
        cross join lateral flowfabric.ff_list_steps(e.execution_id) as l
    ),
    '{a,a,a}', 'they keep the steps before it'
);
select throws_ok(
    $$select flowfabric.ff_replay_executions('{"lane_id": "lane"}', p_from_step => '')$$,
    '22023', null, 'a step without a name is refused'
);
select * from finish();
rollback;
