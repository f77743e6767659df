create or replace function _matches(
    p_candidate _candidate,
    p_filter _execution_filter,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_matches$
    select
        (p_filter.route_ids is null or p_candidate.route_id = any (p_filter.route_ids))
        and (p_filter.kind is null or p_candidate.kind = p_filter.kind)
        and (p_filter.namespace is null or p_candidate.namespace = p_filter.namespace)
        and (p_filter.states is null or p_candidate.state = any (p_filter.states))
        and (
            p_filter.public_state is null
            or _public_state(_effective_state(
                p_candidate.state, p_candidate.claimable_at, p_candidate.lease_expires_at, p_now
            )) = any (p_filter.public_state)
        )
        and (p_filter.tags is null or p_candidate.tags @> p_filter.tags)
        and (p_filter.flow_id is null or p_candidate.flow_id = p_filter.flow_id)
        and (
            p_filter.idempotency_key is null
            or p_candidate.idempotency_key = p_filter.idempotency_key
            or (
                starts_with(p_candidate.idempotency_key, 'flowfabric.erased:') is true
                and p_candidate.idempotency_key = _erased_key(
                    'idempotency:' || p_candidate.namespace, p_filter.idempotency_key
                )
            )
        )
        and (
            p_filter.worker_instance_id is null
            or (
                p_candidate.worker_instance_id = p_filter.worker_instance_id
                and _is_active(p_candidate.state)
            )
        )
        and (p_filter.created_after is null or p_candidate.created_at >= p_filter.created_after)
        and (p_filter.created_before is null or p_candidate.created_at < p_filter.created_before)
        and (p_filter.created_until is null or p_candidate.created_at <= p_filter.created_until)
        and (
            p_filter.failure_category is null
            or p_candidate.failure_category = p_filter.failure_category
        )
        and (
            p_filter.execution_ids is null
            or p_candidate.execution_id = any (p_filter.execution_ids)
        )
$_matches$;

comment on function _matches is
'Does an execution satisfy all keys of a filter? Inlined where it is called, so that a plan leaves out what is not asked for.';
