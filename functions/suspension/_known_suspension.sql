create or replace function _known_suspension(
    p_execution ff_exec_core,
    p_fence _fence,
    p_request _suspension_request
)
returns ff_suspension
language plpgsql
stable
as $_known_suspension$
declare
    v_known ff_suspension;
begin
    if p_request.idempotency_key is not null then
        select s.*
        into v_known
        from ff_suspension as s
        where
            s.execution_id = p_execution.execution_id
            and s.attempt_index = p_execution.attempt_index
            and s.idempotency_key = p_request.idempotency_key;
    else
        select s.*
        into v_known
        from ff_suspension as s
        where
            s.execution_id = p_execution.execution_id
            and s.lease_id = p_fence.lease_id
            and s.lease_epoch = p_fence.lease_epoch
            and s.has_parked;
    end if;
    if v_known.condition <> p_request.condition then
        if _is_suspended(p_execution.state) then
            perform _raise('already_suspended', jsonb_build_object(
                'execution_id', p_execution.execution_id,
                'suspension_id', v_known.suspension_id
            ));
        elsif _is_active(p_execution.state) then
            perform _raise('suspension_conflict', jsonb_build_object(
                'execution_id', p_execution.execution_id,
                'suspension_id', v_known.suspension_id,
                'idempotency_key', p_request.idempotency_key
            ));
        end if;
        -- neither: the lease has ended, and the fence says how
        return null;
    end if;
    return v_known;
end;
$_known_suspension$;

comment on function _known_suspension is
'The suspension that the first sending of a repeated call made, by its key or by the lease that ended with it. Raises when it has another condition and the execution is suspended or active.';
