create or replace function _require_admission(
    p_execution ff_exec_core,
    p_limits _limits,
    p_until timestamptz,
    p_now timestamptz,
    p_is_promise boolean default false
)
returns void
language plpgsql
as $_require_admission$
declare
    v_refusal constant _refusal := _try_admission(
        p_execution, p_limits, p_until, p_now, p_is_promise
    );
begin
    if v_refusal.reason is not null then
        perform _refuse_by_limit(
            p_execution.execution_id, v_refusal.reason, v_refusal.limit_id, v_refusal.limit_key,
            v_refusal.look_again_at, p_now
        );
    end if;
end;
$_require_admission$;

comment on function _require_admission is
'Takes what a locked execution needs to be leased until p_until, or raises why it cannot be had.';
