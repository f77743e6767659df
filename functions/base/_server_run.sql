create or replace function _server_run(p_switch regclass)
returns bigint
language sql
stable
as $_server_run$
    -- another run has another start, a restored copy another oid
    select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint
        + p_switch::oid::bigint
$_server_run$;

comment on function _server_run is
'The value of a switch that is off in this run of the server.';
