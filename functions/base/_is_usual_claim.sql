create or replace function _is_usual_claim(
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[],
    p_lease_ttl_ms bigint,
    p_attempt_timeout_ms bigint
)
returns boolean
language sql
immutable
as $_is_usual_claim$
    select coalesce(
        p_worker_id || ' ' || p_worker_instance_id collate "C" ~ '^[!-~]+ [!-~]+$'
        and octet_length(p_worker_id || p_worker_instance_id) <= 256
        and p_lease_ttl_ms between 1 and 86400000
        and p_attempt_timeout_ms is null
        and p_capabilities = '{}',
        false
    )
$_is_usual_claim$;

comment on function _is_usual_claim is
'One quick test that lets the arguments of the usual claim through; after false the arguments must be checked one by one. Inlined where it is called.';
