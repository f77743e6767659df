create or replace function _bind_pending(
    p_execution ff_exec_core,
    p_suspension ff_suspension,
    p_waitpoint_id uuid,
    p_now timestamptz,
    p_may_be_over boolean default false
)
returns text
language plpgsql
as $_bind_pending$
declare
    v_detail constant jsonb := jsonb_build_object('waitpoint_id', p_waitpoint_id);
    v_waitpoint ff_waitpoint;
begin
    select w.* into v_waitpoint from ff_waitpoint as w where w.waitpoint_id = p_waitpoint_id;
    if not found then
        perform _raise('waitpoint_not_found', v_detail);
    elsif v_waitpoint.execution_id is distinct from p_execution.execution_id
        or (
            v_waitpoint.attempt_index is distinct from p_execution.attempt_index
            and v_waitpoint.step_key is null
        )
    then
        perform _raise('invalid_waitpoint_for_execution', v_detail);
    elsif v_waitpoint.state <> 'pending' then
        perform _raise('waitpoint_not_pending', v_detail, case
            when v_waitpoint.activated_at is null
                then 'It was closed before an execution waited for it; create another.'
            else 'An execution has waited for it already; create another.'
        end);
    elsif v_waitpoint.expires_at <= p_now and not p_may_be_over then
        perform _raise('pending_waitpoint_expired', v_detail);
    end if;
    update ff_waitpoint as w
    set
        state = 'active',
        suspension_id = p_suspension.suspension_id,
        attempt_index = p_execution.attempt_index,
        activated_at = p_now,
        -- without the expiry that it had while it was pending
        expires_at = p_suspension.timeout_at
    where w.waitpoint_id = p_waitpoint_id;
    return v_waitpoint.waitpoint_key;
end;
$_bind_pending$;

comment on function _bind_pending is
'Lets a suspension wait for a waitpoint that was created ahead, which keeps its token; returns its key.';
