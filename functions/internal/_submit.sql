create or replace function _submit(p_submission _submission)
returns ff_created_item
language plpgsql
as $_submit$
declare
    v_place constant _placement := _place(p_submission);
    v_now constant timestamptz := _now();
    v_key _execution_key := p_submission.execution_key;
    v_times _schedule;
    v_item ff_created_item;
begin
    if v_key is null then
        v_key.execution_id := _new_execution_uuid(v_now);
        v_key.partition_key := _solo_partition_key(v_key.execution_id);
    end if;
    if p_submission.idempotency_key is not null then
        v_item := _claim_idempotency_key(p_submission, v_place.policy, v_key);
        if v_item.outcome is not null then
            return v_item;
        end if;
    end if;

    -- the clock is read here, for taking the key may have waited for another submission
    v_times := _schedule_submission(p_submission, v_place.policy);
    insert into ff_exec_core (
        execution_id, partition_key, state, route_id, claimable_at, created_at, updated_at,
        deadline_at, kind, namespace, created_by, creating_actor, idempotency_key, tags, policy,
        input, payload
    )
    values (
        v_key.execution_id,
        v_key.partition_key,
        v_times.state,
        v_place.route_id,
        v_times.claimable_at,
        v_times.submitted_at,
        v_times.submitted_at,
        v_times.deadline_at,
        p_submission.kind,
        p_submission.namespace,
        session_user::text,
        p_submission.actor,
        p_submission.idempotency_key,
        p_submission.tags,
        v_place.policy,
        p_submission.input,
        p_submission.payload
    )
    on conflict do nothing;
    if not found then
        v_item := _answer_existing(p_submission, v_key);
        if v_item.error_code is not null then
            -- a key must not lead to another submission's execution
            delete from ff_idempotency as i
            where
                i.namespace = p_submission.namespace
                and i.idempotency_key = p_submission.idempotency_key;
        end if;
        return v_item;
    end if;
    return (
        _format_execution_id(v_key.partition_key, v_key.execution_id),
        'created',
        v_times.public_state,
        null,
        null
    )::ff_created_item;
end;
$_submit$;

comment on function _submit is
'Writes one checked submission, or answers that it exists or conflicts.';
