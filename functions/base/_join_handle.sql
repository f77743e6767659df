create or replace function _join_handle(
    p_execution_id uuid,
    p_lease_id uuid,
    p_terms text,
    p_seed bigint
)
returns text
language sql
immutable
as $_join_handle$
    select p_execution_id::text || ':' || p_lease_id::text || p_terms || lpad(
        to_hex(uuid_hash_extended(p_execution_id, uuid_hash_extended(p_lease_id, p_seed))), 16, '0'
    )
$_join_handle$;

comment on function _join_handle is
'Writes a handle of a batch, as _format_handle does. p_terms: its text from the lease to the check digits; p_seed: the hash of its epoch and ttl; both are written once for all leases with one epoch and ttl. Inlined where it is called.';
