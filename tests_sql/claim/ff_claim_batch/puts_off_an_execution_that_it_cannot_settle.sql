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
select is(pg_temp.claims(2), '4 5', 'it takes those that wait');
select is(
    pg_temp.state(1) || pg_temp.state(2) || pg_temp.state(3),
    'expiredwaitingexpired',
    'ends those that it can end'
);
select is(
    (
        select d.claimable_at - pg_temp.clock()
        from flowfabric.ff_describe_execution(pg_temp.id(2)) as d
    ),
    '1 minute',
    'and puts the other one off'
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
    'ff_check shows it'
);
select results_eq(
    $$
        select h.verdict, (h.detail ->> 'put_off_count')::integer, h.detail -> 'error_codes'
        from flowfabric.ff_health() as h
        where h.check_name = 'jobs'
    $$,
    $$values ('warning', 1, '["22012"]'::jsonb)$$,
    'ff_health, too'
);
select is(pg_temp.claims(), '6', 'the next batch does not meet it');

-- when a tick meets it; then
select results_eq(
    $$select t.processed, t.errors from flowfabric.ff_tick() as t where t.job = 'deadlines'$$,
    $$values (0::bigint, 0::bigint)$$,
    'it is put off for ticks, too'
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
    'a minute later it is tried again'
);
select
    is(
        pg_temp.state(2) || pg_temp.state(7),
        'waitingexpired',
        'in a tick it costs the others nothing'
    );
select is((select count(*) from flowfabric.ff_job_error), 2::bigint, 'each attempt is noted');
do $when$ begin perform pg_temp.advance('59 s'); end $when$;
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is((select count(*) from flowfabric.ff_job_error), 2::bigint, 'once a minute');
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
do $when$ begin perform count(*) from flowfabric.ff_tick(); end $when$;
select is((select count(*) from flowfabric.ff_job_error), 3::bigint, 'also as a debt of the heads');

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
    'it grants what waits behind'
);

-- when the session, not the work, is the reason; then
do $when$
begin
    perform set_config('test.errcode', c.code, true) from (values ('40001')) as c (code);
    perform pg_temp.advance('1 minute');
end;
$when$;
select is(
    pg_temp.refusal($$select * from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10)$$),
    '40001',
    'a serialization failure is the caller''s'
);
select is(
    pg_temp.refusal($$select * from flowfabric.ff_claim('lane', 'a', 'a-1')$$),
    '40001',
    'of ff_claim, too'
);
select is(
    pg_temp.refusal('select * from flowfabric.ff_tick()'), '40001', 'and of ff_tick'
);

-- when it can be ended; then
drop trigger refuse_an_end on flowfabric.ff_exec_core;
select is(pg_temp.claims(), '8', 'given a claim, which takes what was granted once');
select is(pg_temp.state(2), 'expired', 'it ends');
select is_empty('select * from flowfabric.ff_check()', 'and all invariants hold');

select * from finish();
rollback;
