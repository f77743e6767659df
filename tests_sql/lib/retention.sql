-- Executions that end, and which of them still exist. Needs leased_execution.sql and
-- numbered_executions.sql.
\set QUIET on
create function pg_temp.kept()
returns text
language sql
as $kept$
    select coalesce(
        string_agg(pg_temp.number(e.execution_id)::text, ' ' order by e.execution_id), 'none'
    )
    from flowfabric.ff_exec_core as e
$kept$;

create function pg_temp.finish(p_number integer, p_policy jsonb default null)
returns void
language plpgsql
as $finish$
begin
    perform pg_temp.submit_number(p_number, p_policy => p_policy);
    perform flowfabric.ff_complete(pg_temp.claim());
end;
$finish$;
