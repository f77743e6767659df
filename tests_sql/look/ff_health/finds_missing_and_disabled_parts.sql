-- tests_sql/look/ff_health/finds_missing_and_disabled_parts.sql
begin;
select plan(7);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given parts of the installation are damaged; then each is named
create function pg_temp.findings_after(p_statement text) returns jsonb language plpgsql as $$
declare
    v_findings jsonb;
begin
    execute p_statement;
    select h.detail -> 'findings' || to_jsonb(h.verdict) into v_findings
    from flowfabric.ff_health() as h where h.check_name = 'installation';
    raise exception 'take it back' using errcode = 'P0999';
exception
    when sqlstate 'P0999' then
        return v_findings;
end;
$$;
select is(pg_temp.findings_after('select 1'), '["ok"]', 'given nothing is damaged');
select is(
    pg_temp.findings_after('drop index flowfabric.unfinished_deadline'),
    '["index unfinished_deadline is missing", "critical"]', 'an index that is missing'
);
select is(
    pg_temp.findings_after($$update pg_index set indisvalid = false
    where indexrelid = 'flowfabric.claimable_execution'::regclass$$),
    '["index claimable_execution is invalid", "critical"]', 'an index that was not built to its end'
);
select is(
    pg_temp.findings_after('alter table flowfabric.ff_tick_request disable trigger tick_at_commit'),
    '["the trigger tick_at_commit is missing or disabled", "critical"]',
    'a trigger that is disabled'
);
select is(
    pg_temp.findings_after('delete from flowfabric.ff_hmac_key'),
    '["no key signs grants and tokens", "critical"]', 'a signing key that is missing'
);
select is(
    pg_temp.findings_after('alter table flowfabric.ff_exec_core set (autovacuum_enabled = off)'),
    '["autovacuum is off for ff_exec_core", "critical"]', 'autovacuum'
);
select is(
    pg_temp.findings_after('set local default_transaction_isolation = ''serializable'''),
    '["claims in serializable transactions run no maintenance", "warning"]',
    'an isolation level in which claims run no maintenance'
);
select * from finish();
rollback;
