begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql

-- given two flows with a todo each, one of which cannot be advanced
create function pg_temp.refuse_an_end()
returns trigger
language plpgsql
as $refuse_an_end$
begin
    if new.execution_id::text = current_setting('test.stuck', true) and new.terminal_at is not null then
        raise exception 'it will not end';
    end if;
    return new;
end;
$refuse_an_end$;
create trigger refuse_an_end before update on flowfabric.ff_exec_core
for each row execute function pg_temp.refuse_an_end();
do $given$
begin
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}, "c": {"after": ["b"]}}');
    perform set_config('test.stuck', pg_temp.node('c')::text, true);
    perform set_config('test.stuck_flow', pg_temp.flow_id()::text, true);
    perform pg_temp.fail('a');
    perform pg_temp.advance('1 ms');
    perform pg_temp.flow('{"a": {}, "b": {"after": ["a"]}, "c": {"after": ["b"]}}');
    perform pg_temp.fail('a');
    perform pg_temp.advance('1 s');
end;
$given$;

-- when a tick runs; then
select results_eq(
    $$select t.errors from flowfabric.ff_tick() as t where t.job = 'flows'$$,
    $$values (0::bigint)$$,
    'the todo is done'
);
select is(pg_temp.nodes(), 'a failed, b skipped, c skipped', 'for the flow that can be advanced');
select results_eq(
    'select j.job, j.message from flowfabric.ff_job_error as j',
    $$values ('flow_backlog', 'it will not end')$$,
    'the error of the other one is recorded'
);
do $when$
begin
    perform pg_temp.advance('59 s');
    perform count(*) from flowfabric.ff_tick();
end;
$when$;
select is(
    (select count(*) from flowfabric.ff_job_error), 1::bigint, 'its todo is put off for a minute'
);

-- when it can be advanced; then
drop trigger refuse_an_end on flowfabric.ff_exec_core;
do $when$
begin
    perform pg_temp.advance('1 s');
    perform count(*) from flowfabric.ff_tick();
    perform set_config('test.flow_id', current_setting('test.stuck_flow'), true);
end;
$when$;
select is(pg_temp.nodes(), 'a failed, b skipped, c skipped', 'the flow advances');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');

select * from finish();
rollback;
