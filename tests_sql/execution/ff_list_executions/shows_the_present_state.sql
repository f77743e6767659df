begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that (1) wait, (2) were delayed until now, (3) are delayed, (4) are held, (5)
-- lapsed, (6) are completed, (7) wait for a retry; when somebody lists them; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_priority => n,
        p_namespace => case n when 4 then 'tenant' else 'default' end,
        p_tags => case n when 1 then '{"a.b": "c"}' else '{}' end::jsonb,
        p_delay_ms => case n when 2 then 1000 when 3 then 1001 end,
        p_policy => case n when 7 then '{"retry_policy": {"max_retries": 1}}' end::jsonb
    )
    from generate_series(1, 7) as n;
    perform pg_temp.claim('a', case n when 5 then 1000 else 30000 end, 'lane' || n)
    from unnest(array[4, 5]) as n;
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_complete(pg_temp.claim('a', p_lane_id => 'lane6'));
    perform flowfabric.ff_fail(pg_temp.claim('a', p_lane_id => 'lane7'), 'broken');
end;
$given$;
select results_eq(
    $$
        select to_jsonb(l)
        from flowfabric.ff_list_executions('{}', false) as l
    $$,
    $$
        select
            jsonb_build_object(
                'execution_id', pg_temp.id(x.n),
                'lane_id', 'lane' || x.n,
                'namespace', case x.n when 4 then 'tenant' else 'default' end,
                'kind', 'default',
                'priority', x.n,
                'public_state', x.public_state,
                'attempt_index', x.attempt_index,
                'worker_instance_id', x.worker_instance_id,
                'created_at', '2030-01-01T12:00:00+00:00',
                'updated_at', '2030-01-01T12:00:' || x.updated_at || '+00:00',
                'terminal_at', case x.n when 6 then '2030-01-01T12:00:01+00:00' end,
                'tags', case x.n when 1 then '{"a.b": "c"}' else '{}' end::jsonb
            )
        from (
            values
            (1, 'waiting', null::integer, null, '00'),
            (2, 'waiting', null, null, '00'),
            (3, 'delayed', null, null, '00'),
            (4, 'active', 0, 'a-1', '00'),
            (5, 'active', 0, 'a-1', '00'),
            (6, 'completed', 0, null, '01'),
            (7, 'delayed', 0, null, '01')
        ) as x (n, public_state, attempt_index, worker_instance_id, updated_at)
    $$,
    'each is listed in its present state'
);
create function pg_temp.listed(
    p_lane_id text default null,
    p_public_state text default null,
    p_namespace text default null
)
returns integer[]
language sql
as $listed$
    select array_agg(l.priority order by l.item)
    from flowfabric.ff_list_executions(
        jsonb_build_object(
            'lane_id', p_lane_id, 'public_state', p_public_state, 'namespace', p_namespace
        ),
        false
    )
    with ordinality as l (
        execution_id, lane_id, namespace, kind, priority, public_state, attempt_index,
        worker_instance_id, created_at, updated_at, terminal_at, tags, item
    )
$listed$;
select is(pg_temp.listed('lane3'), '{3}', 'executions of one lane');
select is(pg_temp.listed(p_public_state => 'waiting'), '{1,2}', 'executions of one state: waiting');
select is(pg_temp.listed(p_public_state => 'delayed'), '{3,7}', 'delayed');
select is(pg_temp.listed(p_public_state => 'active'), '{4,5}', 'active');
select is(pg_temp.listed(p_public_state => 'completed'), '{6}', 'completed');
select is(pg_temp.listed(p_public_state => 'skipped'), null, 'skipped');
select is(pg_temp.listed(p_namespace => 'tenant'), '{4}', 'executions of one namespace');
select is(
    pg_temp.listed('lane5', 'active', 'default'), '{5}',
    'executions of a lane, a state and a namespace'
);
select is(pg_temp.listed('lane5', 'active', 'tenant'), null, 'no execution matches');

select * from finish();
rollback;
