create or replace function _is_known_by_key(
    p_namespace text,
    p_idempotency_key text,
    p_execution_id uuid,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_is_known_by_key$
    select exists (
        select 1
        from ff_idempotency as i
        where
            i.namespace = p_namespace
            and i.key_digest = _key_digest('idempotency:' || p_namespace, p_idempotency_key)
            and i.execution_id = p_execution_id
            and i.expires_at > p_now
    )
$_is_known_by_key$;

comment on function _is_known_by_key is
'Whether a submission under the idempotency key of an execution still returns that execution.';
