create or replace function _open_transactions()
returns text[]
language plpgsql
volatile
as $_open_transactions$
begin
    return array(select l.virtualxid from pg_locks as l where l.locktype = 'virtualxid');
end;
$_open_transactions$;

comment on function _open_transactions is 'Every transaction that is open now, including those that have written nothing.';
