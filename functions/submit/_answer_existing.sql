create or replace function _answer_existing(p_submission _submission)
returns ff_created_item
language plpgsql
as $_answer_existing$
declare
    r_execution record;
begin
    select
        e.execution_id,
        r.lane_id = p_submission.lane_id
        and e.kind = p_submission.kind
        and e.namespace = p_submission.namespace
        -- it may have become a member of a flow after its submission
        and (p_submission.flow_id is null or e.flow_id is not distinct from p_submission.flow_id)
        and (
            _content_digest(e.input, e.payload)
            = _content_digest(p_submission.input, p_submission.payload)
            -- its content is not known any more
            or _is_erased(e.tags)
        ) as is_same,
        _public_state(
            _effective_state(e.state, e.claimable_at, e.lease_expires_at, _now())
        ) as public_state,
        coalesce(
            e.idempotency_key in (
                p_submission.idempotency_key,
                _erased_key('idempotency:' || e.namespace, p_submission.idempotency_key)
            ),
            num_nonnulls(e.idempotency_key, p_submission.idempotency_key) = 0
        ) as has_this_key
    into r_execution
    from ff_exec_core as e
    inner join ff_route as r on r.route_id = e.route_id
    where e.execution_id = p_submission.execution_id;
    if not found then
        return null;
    end if;
    if not (r_execution.is_same and r_execution.has_this_key) then
        -- The key must not lead to an execution that has another key or none, or that another
        -- submission made.
        perform _free_key(p_submission);
    end if;
    if r_execution.is_same then
        return (
            r_execution.execution_id, 'duplicate', r_execution.public_state, null, null
        )::ff_created_item;
    end if;
    return (
        null,
        'idempotency_key_conflict',
        null,
        'ZF205',
        jsonb_build_object('execution_id', r_execution.execution_id)
    )::ff_created_item;
end;
$_answer_existing$;

comment on function _answer_existing is
'The answer to a submission whose id exists: a duplicate, or a conflict if the submission differs; null if the id does not exist.';
