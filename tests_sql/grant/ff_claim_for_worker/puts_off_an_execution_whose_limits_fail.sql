begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql

-- given executions under a quota, of which (1) cannot take a place; when a scheduler asks; then
create function pg_temp.refuse_a_place()
returns trigger
language plpgsql
as $refuse_a_place$
begin
    if pg_temp.number(new.execution_id) = 1 then
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
    perform pg_temp.submit(1, 2, 1);
    perform pg_temp.advance('1 s');
end;
$given$;
select results_eq(
    $$select g.execution_id, g.kind from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1') as g$$,
    $$values (pg_temp.id(2), 'claim')$$,
    'it grants the execution behind'
);
select is(
    (
        select count(*) from flowfabric.ff_quota_token as t
        where t.execution_id is not null
    ),
    1::bigint,
    'only that one has a place'
);
select results_eq(
    'select j.job, pg_temp.number(j.execution_id), j.error_code from flowfabric.ff_job_error as j',
    $$values ('promise', 1, 'P0001')$$,
    'the failing one is put off, and the error is recorded'
);
select is_empty(
    $$select from flowfabric.ff_claim_for_worker('lane', 'a', 'a-1')$$,
    'the next call does not meet it'
);

select * from finish();
rollback;
