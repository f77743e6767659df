create or replace function _oldest_snapshot()
returns xid8
language plpgsql
volatile
as $_oldest_snapshot$
declare
    -- above every id that a snapshot can name, to count back from
    v_above constant bigint
    := pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000;
begin
    -- else it would show what it showed when this transaction looked first
    perform pg_stat_clear_snapshot();
    return (
        select min(v_above - ((v_above - a.backend_xmin::text::bigint) & 4294967295))::text::xid8
        from pg_stat_activity as a
        where
            a.backend_xmin is not null
            and a.datid = (select d.oid from pg_database as d where d.datname = current_database())
    );
end;
$_oldest_snapshot$;

comment on function _oldest_snapshot is
'The oldest transaction id that some snapshot in this database may still take for running, also one that was imported; null: there is no snapshot.';
