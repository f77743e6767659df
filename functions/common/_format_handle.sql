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
stable
as $_format_handle$
    -- one function instead of fourteen operators: each is dear to prepare, however cheap to run
    select concat_ws(
        ':', 'ff1', p_partition_key, p_execution_id, p_attempt_index, p_lease_epoch,
        p_lease_id, p_attempt_id, p_lease_ttl_ms
    )
$_format_handle$;

comment on function _format_handle is
'Writes the fence of a lease as a handle; ff1 is the version of the form.';
