create or replace function _typed_fence(
    p_execution_id uuid,
    p_attempt_index integer,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid,
    p_source text,
    p_actor text,
    p_reason text,
    p_may_override boolean default true
)
returns _fence
language plpgsql
as $_typed_fence$
declare
    v_given constant integer := num_nonnulls(p_lease_id, p_lease_epoch, p_attempt_id);
    v_execution ff_exec_core;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_source is null then
        perform _raise_null('p_source');
    elsif p_source not in ('lease_holder', 'operator_override') then
        perform _raise_invalid('p_source', 'must be lease_holder or operator_override');
    elsif v_given not in (0, 3)
        or (v_given = 0 and not (p_may_override and p_source = 'operator_override'))
    then
        perform _raise_fence_required(p_execution_id, p_lease_id, p_lease_epoch, p_attempt_id);
    elsif p_source = 'operator_override' and not p_may_override then
        perform _raise_invalid('p_source', 'must be lease_holder: this call has no override');
    elsif v_given = 3 and p_attempt_index is null then
        perform _raise_null('p_attempt_index');
    elsif p_source = 'lease_holder' and p_actor is not null then
        perform _raise_invalid('p_actor', 'must be null when p_source is lease_holder');
    elsif p_source = 'lease_holder' and p_reason is not null then
        perform _raise_invalid('p_reason', 'must be null when p_source is lease_holder');
    end if;
    perform _check_audit(p_reason, p_actor);
    if p_source = 'operator_override' then
        perform _check_operator('operator_override');
    end if;
    perform _check_execution(
        p_execution_id,
        variadic case p_source
            when 'operator_override' then '{operate}' else '{claim}'
        end::text[]
    );
    if p_source = 'lease_holder' then
        perform _check_holder(p_execution_id, p_lease_id);
    end if;
    if v_given = 3 then
        return (
            p_execution_id, p_attempt_index,
            p_lease_epoch, p_lease_id, p_attempt_id, null
        )::_fence;
    end if;

    -- an operator acts on the present lease; the checks stay the same
    v_execution := _lock_execution(p_execution_id);
    return (
        p_execution_id,
        coalesce(p_attempt_index, v_execution.attempt_index),
        -- the values of the lease that an earlier call of an operator ended
        v_execution.lease_epoch
        - coalesce(v_execution.lease_ended_by >= 'operator_completed', false)::integer,
        case
            when v_execution.lease_ended_by >= 'operator_completed'
                then v_execution.overridden_lease_id
            else v_execution.lease_id
        end,
        v_execution.attempt_id, null
    )::_fence;
end;
$_typed_fence$;

comment on function _typed_fence is
'The fence of a call with explicit ids. The caller gives all ids, or, as an operator, none: then they are those of the present lease.';
