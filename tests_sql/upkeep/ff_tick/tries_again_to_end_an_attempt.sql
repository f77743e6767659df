-- tests_sql/upkeep/ff_tick/tries_again_to_end_an_attempt.sql
begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given an attempt of 10 s that cannot be ended at its timeout
create function pg_temp.refuse_an_end()
returns trigger
language plpgsql
as $refuse_an_end$
begin
    if new.terminal_at is not null then
        raise exception 'it will not end' using errcode = '22012';
    end if;
    return new;
end;
$refuse_an_end$;
create trigger refuse_an_end before update on flowfabric.ff_exec_core
for each row execute function pg_temp.refuse_an_end();
do $given$
begin
    perform pg_temp.submit_number(
        1, 'lane', p_policy => '{"timeout_policy": {"attempt_timeout_ms": 10000}}'
    );
    perform flowfabric.ff_claim('lane', 'a', 'a-1');
    perform pg_temp.advance('10 s');
end;
$given$;

-- when a tick meets it where no worker claims; then
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(flowfabric.ff_read_execution_state(pg_temp.id(1)), 'active', 'it is put off');
select is((select count(*) from flowfabric.ff_job_error), 1::bigint, 'the error is recorded');

-- when a minute has passed, and it can be ended; then
drop trigger refuse_an_end on flowfabric.ff_exec_core;
do $when$
begin
    for v_tick in 1..61 loop
        perform pg_temp.advance('1 s');
        perform count(*) from flowfabric.ff_tick();
    end loop;
end;
$when$;
select is(flowfabric.ff_read_execution_state(pg_temp.id(1)), 'expired', 'a tick ends it');
select is_empty('select * from flowfabric.ff_check()', 'and all invariants hold');

select * from finish();
rollback;
