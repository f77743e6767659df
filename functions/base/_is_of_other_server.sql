create or replace function _is_of_other_server(p_transaction_id xid8)
returns boolean
language sql
stable
as $_is_of_other_server$
    select p_transaction_id > pg_snapshot_xmax(pg_current_snapshot())
        and p_transaction_id is distinct from pg_current_xact_id_if_assigned()
$_is_of_other_server$;

comment on function _is_of_other_server is
'Whether a transaction id that can be read in a table lies in the future: then the table was dumped or replicated from a server where that transaction has ended.';
