create or replace function _typed_fence(
    p_execution_id text,
    p_attempt_index integer,
    p_lease_id uuid,
    p_lease_epoch bigint,
    p_attempt_id uuid,
    p_source text,
    p_may_override boolean default true
)
returns _fence
language plpgsql
as $_typed_fence$
declare
    v_key constant _execution_key := _parse_execution_id('p_execution_id', p_execution_id);
    v_given constant integer := num_nonnulls(p_lease_id, p_lease_epoch, p_attempt_id);
    v_execution ff_exec_core;
begin
    if p_source is null then
        perform _raise_null('p_source');
    elsif p_source not in ('lease_holder', 'operator_override') then
        perform _raise_invalid('p_source', 'must be lease_holder or operator_override');
    elsif v_given not in (0, 3)
        or (v_given = 0 and not (p_may_override and p_source = 'operator_override'))
    then
        perform _raise_fence_required(p_execution_id, p_lease_id, p_lease_epoch, p_attempt_id);
    elsif v_given = 3 and p_attempt_index is null then
        perform _raise_null('p_attempt_index');
    end if;
    perform _check_execution(
        v_key.partition_key, v_key.execution_id,
        variadic case p_source
            when 'operator_override' then '{operate}' else '{claim}'
        end::text[]
    );
    if v_given = 3 then
        return (
            v_key.partition_key, v_key.execution_id, p_attempt_index,
            p_lease_epoch, p_lease_id, p_attempt_id, null
        )::_fence;
    end if;

    -- an operator acts on whatever lease there is; the ladder of checks stays the same
    perform _check_operator('operator_override');
    v_execution := _lock_execution(v_key.partition_key, v_key.execution_id);
    return (
        v_key.partition_key, v_key.execution_id,
        coalesce(p_attempt_index, v_execution.attempt_index),
        v_execution.lease_epoch, v_execution.lease_id, v_execution.attempt_id, null
    )::_fence;
end;
$_typed_fence$;

comment on function _typed_fence is
'The fence of a call with explicit ids: all of them, or none for an operator, who gets the current ones.';
