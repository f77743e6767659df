-- tests_sql/check/ff_check/shows_a_takeover_that_fails_once.sql
begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
-- given two leases that lapsed, and a takeover of the first that fails
select pg_temp.submit_number(1, 'lane') as done \gset
select pg_temp.submit_number(2, 'lane') as done \gset
select count(*) as done
from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2, p_lease_ttl_ms => 1000) \gset
create function pg_temp.refuse_a_record()
returns trigger
language plpgsql
as $refuse_a_record$
begin
    if pg_temp.number(new.execution_id) = 1 then
        raise exception 'it has no record';
    end if;
    return new;
end;
$refuse_a_record$;
create trigger refuse_a_record before insert on flowfabric.ff_attempt
for each row execute function pg_temp.refuse_a_record();
select pg_temp.advance('2 s') as done \gset
-- when a batch takes over what it can; then
select results_eq(
    $$
        select pg_temp.number(c.execution_id)
        from flowfabric.ff_claim_batch('lane', 'b', 'b-1', 2) as c
    $$,
    array[2], 'the failed takeover is put off, and ff_check shows it'
);
select results_eq(
    $$select f.invariant, f.execution_id, f.detail ->> 'message' from flowfabric.ff_check() as f$$,
    $$values ('an execution that is due can be settled', pg_temp.id(1), 'it has no record')$$,
    'no other invariant is reported'
);
select * from finish();
rollback;
