begin;
select plan(19);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions past their deadlines, of which (2) cannot be ended, and others that wait
create function pg_temp.refuse_an_end()
returns trigger
language plpgsql
as $refuse_an_end$
begin
    if pg_temp.number(new.execution_id) = 2 and new.terminal_at is not null then
        raise exception 'it will not end' using errcode = current_setting('test.errcode');
    end if;
    return new;
end;
$refuse_an_end$;
create trigger refuse_an_end before update on flowfabric.ff_exec_core
for each row execute function pg_temp.refuse_an_end();
create function pg_temp.claims(p_limit integer default 10)
returns text
language sql
as $claims$
    select coalesce(string_agg(pg_temp.number(c.execution_id)::text, ' '), 'nothing')
    from flowfabric.ff_claim_batch(
        'lane', 'a', 'a-1', p_limit, p_lease_ttl_ms => 86400000
    ) as c
$claims$;
create function pg_temp.state(p_number integer)
returns text
language sql
as $state$
    select flowfabric.ff_read_execution_state(pg_temp.id(p_number))
$state$;
do $given$
begin
    perform set_config('test.errcode', '22012', true);
    perform pg_temp.submit_number(n, 'lane', p_deadline_ms => case when n <= 3 then 1000 end)
    from generate_series(1, 6) as n;
    perform pg_temp.advance('2 s');
end;
$given$;

-- when a batch meets them; then
select is(pg_temp.claims(2), '4 5', 'it takes the waiting executions');
select is(
    pg_temp.state(1) || pg_temp.state(2) || pg_temp.state(3),
    'expiredwaitingexpired',
    'it ends the executions that it can end'
);
select is(
    (
        select d.claimable_at - pg_temp.clock()
        from flowfabric.ff_describe_execution(pg_temp.id(2)) as d
    ),
    '1 minute',
    'it puts the other one off'
);
select results_eq(
    $$
        select f.invariant, f.execution_id, f.detail ->> 'error_code', f.detail ->> 'message'
        from flowfabric.ff_check() as f
    $$,
    $$
        values
        ('an execution that is due can be settled', pg_temp.id(2), '22012', 'it will not end')
    $$,
    'ff_check shows the execution that was put off'
);
select results_eq(
    $$
        select h.verdict, (h.detail ->> 'put_off_count')::integer, h.detail -> 'error_codes'
        from flowfabric.ff_health() as h
        where h.check_name = 'jobs'
    $$,
    $$values ('warning', 1, '["22012"]'::jsonb)$$,
    'ff_health shows it, too'
);
select is(pg_temp.claims(), '6', 'the next batch does not meet it');

-- when a tick meets it; then
select results_eq(
    $$select t.processed, t.errors from flowfabric.ff_tick() as t where t.job = 'deadlines'$$,
    $$values (0::bigint, 0::bigint)$$,
    'a tick does not meet it, either'
);
do $when$
begin
    perform pg_temp.submit_number(7, 'other', p_deadline_ms => 1000);
    perform pg_temp.advance('1 minute');
end;
$when$;
select results_eq(
    $$select t.processed from flowfabric.ff_tick() as t where t.job = 'deadlines'$$,
    $$values (2::bigint)$$,
    'a minute later a tick tries it again'
);
select
    is(
        pg_temp.state(2) || pg_temp.state(7),
        'waitingexpired',
        'the failed settlement does not stop the rest of the tick'
    );
select is(
    (select count(*) from flowfabric.ff_job_error), 2::bigint,
    'each attempt to settle it is recorded'
);
do $when$ begin perform pg_temp.advance('59 s'); end $when$;
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(
    (select count(*) from flowfabric.ff_job_error), 2::bigint,
    'once a minute it is tried again'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is(
    (select count(*) from flowfabric.ff_job_error), 3::bigint,
    'it is tried again as a debt of the heads, too'
);

-- when a scheduler meets it; then
do $when$
begin
    perform pg_temp.submit_number(8, 'lane');
    perform pg_temp.advance('1 minute');
end;
$when$;
select results_eq(
    $$select g.execution_id from flowfabric.ff_claim_for_worker('lane', 'b', 'b-1') as g$$,
    'select pg_temp.id(8)',
    'ff_claim_for_worker grants the work behind it'
);

-- when the session, not the work, causes the error; then
do $when$
begin
    perform set_config('test.errcode', c.code, true) from (values ('40001')) as c (code);
    perform pg_temp.advance('1 minute');
end;
$when$;
select is(
    pg_temp.refusal($$select * from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10)$$),
    '40001',
    'a serialization failure is raised to the caller of a batch'
);
select is(
    pg_temp.refusal($$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    '40001',
    'it is raised by ff_claim, too'
);
select is(
    pg_temp.refusal('select * from flowfabric.ff_tick()'), '40001', 'it is raised by ff_tick, too'
);

-- when the execution can be ended; then
drop trigger refuse_an_end on flowfabric.ff_exec_core;
select is(pg_temp.claims(), '8', 'given a claim takes the execution that was granted');
select is(pg_temp.state(2), 'expired', 'the execution ends');
select is_empty('select * from flowfabric.ff_check()', 'and all invariants hold');

select * from finish();
rollback;
