create or replace function _oldest_snapshot()
returns xid8
language plpgsql
volatile
as $_oldest_snapshot$
declare
    -- greater than every id that a snapshot can name: ages count back from here
    v_above constant bigint
    := pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000;
begin
    -- otherwise the statistics would be those of this transaction's first look
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
'The oldest transaction id that a snapshot in this database, or an imported one, may still see as running; null: there is no snapshot.';
