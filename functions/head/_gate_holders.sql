create or replace function _gate_holders(
    p_gate regclass,
    out p_holders text[],
    out p_prepared text[]
)
language plpgsql
volatile
as $_gate_holders$
declare
    v_database_oid constant oid := (
        select d.oid from pg_database as d where d.datname = current_database()
    );
begin
    select
        coalesce(array_agg(l.virtualtransaction), '{}'),
        coalesce(array_agg(l.virtualtransaction) filter (where l.pid is null), '{}')
    into p_holders, p_prepared
    from pg_locks as l
    where
        l.locktype = 'relation'
        and l.relation = p_gate
        and l.mode = 'RowShareLock'
        and l.database = v_database_oid;
end;
$_gate_holders$;

comment on function _gate_holders is
'The transactions that hold a gate now, and those of them that are prepared (their name may be another than before).';
