-- tests_sql/check/ff_check/finds_limits_that_contradict_leases_and_ledgers.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql
-- given an execution that holds a slot of a policy and has spent of a budget; when tables are
-- changed by hand; then
select pg_temp.policy(0, 0, 2) as done \gset
select pg_temp.budget() as done \gset
select pg_temp.submit(1, 1, 1) as done \gset
select pg_temp.claim_all() as done \gset
select flowfabric.ff_record_spend(pg_temp.budget_id(), pg_temp.id(1), '{"tokens": 5}') as done \gset
create function pg_temp.findings_after(p_statement text) returns text language plpgsql as $$
declare
    v_found text;
begin
    execute p_statement;
    select string_agg(distinct f.invariant, '; ') into v_found from flowfabric.ff_check() as f;
    raise exception using errcode = 'P0999', message = coalesce(v_found, 'nothing');
exception
    when sqlstate 'P0999' then
        return sqlerrm;
end;
$$;
select is(pg_temp.sound(), 'healthy', 'given nothing is broken');
select is(
    pg_temp.findings_after('update flowfabric.ff_quota_token set lease_epoch = 7
        where execution_id is not null'),
    'a held slot belongs to a live lease or a grant; '
    || 'a live lease holds the slots of its policy',
    'a slot that is held for another lease'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_quota_token set free_at = '-infinity'$$),
    'a live lease holds the slots of its policy', 'a slot that a lease needs, but that is free'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_quota_token
        values (pg_temp.policy_id(), '', 'slot', 3, '-infinity')$$),
    'a policy has no more tokens than it allows', 'more slots than the policy allows'
);
select is(
    pg_temp.findings_after('delete from flowfabric.ff_quota_token where token_no = 2'),
    'nothing', 'slots that have not been made yet are not reported'
);
select is(
    pg_temp.findings_after('update flowfabric.ff_budget_ledger set spent = 4'),
    'the ledger of a budget adds up to the spent amount',
    'a ledger that differs from what was spent'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_budget_usage set used = 101
        where dimension = 'tokens'$$),
    'a hard limit is not exceeded', 'a budget that is overspent'
);
select * from finish();
rollback;
