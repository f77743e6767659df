-- A small healthy database, and the findings of ff_check after a statement broke it; the statement
-- is rolled back. A constraint that forbids the damage is dropped: ff_check is the second line of
-- defence. Needs clock.sql.
\set QUIET on
-- 1 waits and has a key, 2 is delayed, 3 is held, 4 is completed, 5 is held in its second attempt
do $build$
declare
    v_handle text;
begin
    perform flowfabric.ff_create_execution(
        'held', p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 0}}}',
        p_execution_id => '00000000-0000-7000-8000-000000000005'
    );
    select c.handle into v_handle from flowfabric.ff_claim('held', 'a', 'a-1') as c;
    perform flowfabric.ff_fail(v_handle, 'broken');
    perform flowfabric.ff_claim('held', 'b', 'b-1');
    perform flowfabric.ff_create_execution(
        'held', p_execution_id => '00000000-0000-7000-8000-000000000003'
    );
    perform flowfabric.ff_claim('held', 'a', 'a-1');
    perform flowfabric.ff_create_execution(
        'held', p_execution_id => '00000000-0000-7000-8000-000000000004'
    );
    select c.handle into v_handle from flowfabric.ff_claim('held', 'a', 'a-1') as c;
    perform flowfabric.ff_complete(v_handle);
    perform flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000001',
        p_idempotency_key => 'key'
    );
    perform flowfabric.ff_create_execution(
        'lane', p_execution_id => '00000000-0000-7000-8000-000000000002',
        p_delay_ms => 1000
    );
end;
$build$;

alter table flowfabric.ff_exec_core drop constraint stored_state_is_legal;

create function pg_temp.findings_after(p_statement text)
returns text[]
language plpgsql
as $findings_after$
declare
    v_count integer;
    v_findings text[];
begin
    begin
        execute p_statement;
        get diagnostics v_count = row_count;
        select array_agg(f.invariant order by f.invariant collate "C")
        into v_findings
        from flowfabric.ff_check() as f;
        raise exception 'take it back' using errcode = 'P0999';
    exception
        when sqlstate 'P0999' then
            null;
    end;
    if v_count <> 1 then
        raise exception 'the statement changed % rows', v_count;
    end if;
    return v_findings;
end;
$findings_after$;
