create or replace function _broken_keys(p_bound integer)
returns table (invariant text, execution_id uuid, detail jsonb)
language sql
stable
as $_broken_keys$
    select
        'an idempotency key leads to its execution',
        i.execution_id,
        jsonb_build_object('namespace', i.namespace, 'idempotency_key', e.idempotency_key)
    from (
        select o.*
        from ff_idempotency as o
        order by o.namespace, o.key_digest
        limit p_bound
    ) as i
    left join ff_exec_core as e
        on e.execution_id = i.execution_id
    where
        e.execution_id is null
        or e.namespace <> i.namespace
        or _key_digest('idempotency:' || e.namespace, e.idempotency_key)
        is distinct from i.key_digest
    union all
    select
        'one key signs',
        null::uuid,
        jsonb_build_object('active_key_count', k.active_count)
    from (
        select count(*) filter (where h.expires_at is null) as active_count from ff_hmac_key as h
    ) as k
    where k.active_count <> 1
$_broken_keys$;

comment on function _broken_keys is
'Part of ff_check: idempotency keys of executions that do not exist, and the signing keys.';
