begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql

-- given a job that fails, after it has written something, and an execution past its deadline
create or replace function flowfabric._tend_admission(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_tend_admission$
begin
    insert into flowfabric.ff_tick_request default values;
    raise exception 'no limits today' using errcode = current_setting('test.errcode');
end;
$_tend_admission$;
do $given$
begin
    perform pg_temp.submit_number(1, 'lane', p_deadline_ms => 1000);
    perform pg_temp.advance('2 s');
    perform set_config('test.errcode', '22012', true);
end;
$given$;

-- when a tick runs; then
select results_eq(
    'select t.job, t.errors from flowfabric.ff_tick() as t where t.errors > 0',
    $$values ('limits', 1::bigint)$$,
    'the failed job is counted'
);
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(1)), 'expired', 'the jobs after it are done'
);
select is_empty(
    'select * from flowfabric.ff_tick_request',
    'the writes of the failed job are undone'
);
select results_eq(
    $$
        select h.verdict, h.detail -> 'failed_jobs', h.detail ->> 'last_message'
        from flowfabric.ff_health() as h
        where h.check_name = 'jobs'
    $$,
    $$values ('warning', '["limits"]'::jsonb, 'no limits today')$$,
    'ff_health shows the failure'
);
select is_empty('select * from flowfabric.ff_check()', 'the error belongs to no execution');

-- when it fails again and again; then
do $when$
begin
    for v_tick in 1..9 loop
        perform pg_temp.advance('1 s');
        perform count(*) from flowfabric.ff_tick();
    end loop;
end;
$when$;
select is(
    (
        select h.verdict from flowfabric.ff_health() as h
        where h.check_name = 'jobs'
    ),
    'critical',
    'the verdict is critical'
);

-- when the transaction causes the error; then
do $when$ begin perform set_config('test.errcode', '55P03', true); end $when$;
select is(
    pg_temp.refusal('select * from flowfabric.ff_tick()'), '55P03',
    'ff_tick raises a serialization failure'
);
do $when$ begin perform set_config('test.errcode', '53100', true); end $when$;
select is(
    pg_temp.refusal('select * from flowfabric.ff_tick()'), '53100',
    'it raises a lack of resources, too'
);

-- when a day has passed; then
do $when$
begin
    perform set_config('test.errcode', '22012', true);
    perform pg_temp.advance('2 days');
    perform count(*) from flowfabric.ff_tick();
end;
$when$;
select is(
    (select count(*) from flowfabric.ff_job_error), 1::bigint, 'old errors are removed'
);

select * from finish();
rollback;
