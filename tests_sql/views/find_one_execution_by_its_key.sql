-- tests_sql/views/find_one_execution_by_its_key.sql
-- noqa: disable=LT05
begin;
select plan(3);
\ir ../lib/clock.sql
-- given a table that is large enough for an index; when one execution is read, or the stuck ones;
-- then
do $given$ begin
    perform flowfabric.ff_create_executions('lane', array_fill('{}'::jsonb, array[1000]));
end $given$;
analyze flowfabric.ff_exec_core;
create function pg_temp.plan_of(p_query text) returns text language plpgsql as $$
declare
    v_line text;
    v_plan text := '';
begin
    for v_line in execute 'explain (costs off) ' || p_query loop
        v_plan := v_plan || v_line || E'\n';
    end loop;
    return v_plan;
end;
$$;
select matches(
    pg_temp.plan_of($$select * from flowfabric.ff_executions
    where execution_id = '00000000-0000-7000-8000-000000000001'$$),
    'Index Scan using execution_key on ff_exec_core e',
    'an execution is found by its key'
);
select matches(
    pg_temp.plan_of($$select * from flowfabric.ff_attempts
    where execution_id = '00000000-0000-7000-8000-000000000001'$$),
    'execution_key',
    'its attempts are found by its key'
);
set local enable_seqscan = off;
select doesnt_match(
    pg_temp.plan_of('select * from flowfabric.ff_stuck'),
    'Seq Scan on ff_(exec_core|suspension|flow_debt)',
    'stuck executions are found without reading a whole table'
);
select * from finish();
rollback;
