begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql

-- given executions under a quota, of which (2) cannot take a place; when a batch claims them; then
create function pg_temp.refuse_a_place()
returns trigger
language plpgsql
as $refuse_a_place$
begin
    if pg_temp.number(new.execution_id) = 2 then
        raise exception 'no place for it';
    end if;
    return new;
end;
$refuse_a_place$;
create trigger refuse_a_place before update on flowfabric.ff_quota_token
for each row execute function pg_temp.refuse_a_place();
do $given$
begin
    perform pg_temp.policy(60000, 3, 0);
    perform pg_temp.submit(1, 4, 1);
    -- a member of the batch that ends
    perform pg_temp.submit(5, 5, p_deadline_ms => 1);
    perform pg_temp.advance('1 s');
end;
$given$;
create function pg_temp.claims()
returns text
language sql
as $claims$
    select string_agg(c.input #>> '{}', ' ' order by c.ordinality)
    from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10) with ordinality as c
$claims$;
select is(pg_temp.claims(), '1 3 4', 'the others are claimed, each with a place');
select is(
    (
        select count(*) from flowfabric.ff_quota_token as t
        where t.execution_id is not null
    ),
    3::bigint,
    'the failed execution keeps no place'
);
select results_eq(
    'select j.job, pg_temp.number(j.execution_id), j.error_code from flowfabric.ff_job_error as j',
    $$values ('accept', 2, 'P0001')$$,
    'it is put off, and the error is recorded'
);
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(5)), 'expired',
    'executions that had to end have ended'
);
select is(
    (
        select string_agg(f.invariant, ', ') from flowfabric.ff_check() as f
    ),
    'an execution that is due can be settled',
    'ff_check shows the failed execution'
);

select * from finish();
rollback;
