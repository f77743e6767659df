-- tests_sql/submit/ff_create_executions/writes_the_same_by_its_short_body.sql
begin;
select plan(9);
\ir ../../lib/clock.sql
create function pg_temp.submit(p_options jsonb) returns jsonb language plpgsql as $$
declare
    v_items flowfabric.ff_created_item[] := array(
        select i
        from flowfabric.ff_create_executions(
            'lane', array['{"a": 1}', null, '[2]']::jsonb[], p_options
        ) as i
    );
begin
    -- all but the ids
    return jsonb_agg(
        to_jsonb(i) - 'execution_id'
        || jsonb_build_object('row', to_jsonb(e) - 'execution_id')
        order by i.execution_id
    )
    from unnest(v_items) as i
    inner join flowfabric.ff_exec_core as e on e.execution_id = i.execution_id;
end;
$$;
create function pg_temp.is_short() returns boolean language sql as $$
    select exists (
        select
        from pg_locks as l
        where l.relation = 'flowfabric.ff_new_execution'::regclass and l.pid = pg_backend_pid()
    )
$$;
-- the same options, in a form that only the general body takes
create function pg_temp.submit_generally(p_options jsonb) returns jsonb language sql as $$
    select pg_temp.submit(p_options || '{"delay_ms": 0}')
$$;

-- given batches whose options the general body reads; then
create temporary table general as
select
    pg_temp.submit_generally('{}') as without_options,
    pg_temp.submit_generally('{"kind": "welcome"}') as of_a_kind,
    pg_temp.submit_generally('{"kind": "k", "namespace": "n", "priority": 7}') as with_all;
select is(pg_temp.is_short(), false, 'given the general body has written them');
-- when the usual options are given; then
select is(
    pg_temp.submit('{}'),
    (select g.without_options from general as g),
    'the same rows and answers without options'
);
select is(pg_temp.is_short(), true, 'the short body has written them');
select is(
    pg_temp.submit('{"kind": "welcome"}'),
    (select g.of_a_kind from general as g),
    'the same with a kind'
);
select is(
    pg_temp.submit('{"kind": "k", "namespace": "n", "priority": 7}'),
    (select g.with_all from general as g),
    'the same with all options that the short body takes'
);
select is(
    pg_temp.submit('{"kind": "k", "namespace": "n", "priority": 7}') #> '{2,row,input}', '[2]',
    'given they have their inputs'
);
-- when an option that it takes has another form; then
select throws_ok(
    $$select flowfabric.ff_create_executions('lane', '{1,2}', '{"priority": "7"}')$$,
    '22023', null, 'a priority that is a string is refused'
);
-- when there is a default policy for all lanes; then
select flowfabric.ff_set_default_policy('{"max_reclaim_count": 3}');
select is(
    pg_temp.submit('{}') #> '{0,row,policy}', '{"max_reclaim_count": 3}',
    'the batch has it'
);
select flowfabric.ff_set_default_policy(null);
-- when a worker sleeps; then
select flowfabric.ff_hang_doorbell('w-1', '{lane}');
select pg_temp.submit('{}');
select isnt_empty(
    $$select 1 from flowfabric.ff_ring_request as r where r.lane_id = 'lane'$$,
    'the batch wakes it'
);
select * from finish();
rollback;
