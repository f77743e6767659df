create or replace function _format_handle(
    p_execution_id uuid,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_lease_ttl_ms bigint
)
returns text
language sql
stable
as $_format_handle$
    -- Every part has a fixed width, so that a handle is parsed by position. The check digits are a
    -- hash of the four values. The hash functions are those of hash partitioning, which stay the
    -- same in every version of PostgreSQL.
    select concat_ws(
        ':',
        p_execution_id,
        p_lease_id,
        lpad(p_lease_epoch::text, 19, '0'),
        lpad(p_lease_ttl_ms::text, 8, '0'),
        lpad(
            to_hex(
                uuid_hash_extended(
                    p_execution_id,
                    uuid_hash_extended(p_lease_id, hashint8extended(p_lease_epoch, p_lease_ttl_ms))
                )
            ),
            16, '0'
        )
    )
$_format_handle$;

comment on function _format_handle is
'Writes the fence of a lease as a handle: execution, lease, epoch, ttl and check digits, 119 bytes.';
