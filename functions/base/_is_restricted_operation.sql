create or replace function _is_restricted_operation()
returns boolean
language plpgsql
as $_is_restricted_operation$
begin
    -- ANALYZE, CREATE INDEX, REINDEX, REFRESH MATERIALIZED VIEW and autovacuum run code of the
    -- owner of a table under the session_user of another role; PostgreSQL forbids this there
    unlisten flowfabric_probe;
    return false;
exception
    when insufficient_privilege then
        return true;
end;
$_is_restricted_operation$;

comment on function _is_restricted_operation is
'Does this run in a security-restricted operation of PostgreSQL, where session_user is not the role of the caller?';
