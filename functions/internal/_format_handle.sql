create or replace function _format_handle(
    p_partition_key smallint,
    p_execution_id uuid,
    p_attempt_index integer,
    p_lease_epoch bigint,
    p_lease_id uuid,
    p_attempt_id uuid,
    p_lease_ttl_ms bigint
)
returns text
language sql
immutable
as $_format_handle$
    select
        'ff1:' || p_partition_key::text
        || ':' || p_execution_id::text
        || ':' || p_attempt_index::text
        || ':' || p_lease_epoch::text
        || ':' || p_lease_id::text
        || ':' || p_attempt_id::text
        || ':' || p_lease_ttl_ms::text
$_format_handle$;

comment on function _format_handle is
'Writes the fence of a lease as a handle; ff1 is the version of the form.';
