create or replace function _try_admission(
    p_execution ff_exec_core,
    p_limits _limits,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false
)
returns _refusal
language plpgsql
as $_try_admission$
declare
    v_refusal _refusal;
begin
    if p_limits is null then
        return null;
    end if;
    v_refusal := _admit(p_execution, p_limits, p_until, p_now, p_is_promise);
    if v_refusal.reason is null and p_is_promise and not p_execution.is_limited then
        -- the end of the grant has to give the places back; a lease notes it by itself
        update ff_exec_core as e
        set is_limited = true
        where e.execution_id = p_execution.execution_id;
    end if;
    return v_refusal;
end;
$_try_admission$;

comment on function _try_admission is
'Takes what a locked execution needs to be leased until p_until, or says why it cannot be had; it is not put off.';
