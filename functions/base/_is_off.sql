create or replace function _is_off(p_switch regclass)
returns boolean
language sql
volatile
as $_is_off$
    -- the value is that of _server_run, computed the other way round: this is half the price
    select to_timestamp(
        (pg_sequence_last_value(p_switch) - p_switch::oid::bigint) / 1e6::float8
    ) = pg_postmaster_start_time()
$_is_off$;

comment on function _is_off is
'Is a switch off, so that the call need not look? Null and false: look. Inlined where it is called.';
