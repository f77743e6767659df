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
        perform _raise(
            case v_refusal.reason
                when 'budget' then 'budget_exceeded'
                when 'rate' then 'rate_limit_exceeded'
                else 'concurrency_limit_exceeded'
            end,
            jsonb_build_object(
                'execution_id',
                p_execution.execution_id,
                'limit_id', v_refusal.limit_id,
                'quota_key', nullif(nullif(v_refusal.limit_key, ''), _budget_limit_key()),
                'retry_after_ms', _ms_until(v_refusal.look_again_at, p_now)
            )
        );
    end if;
end;
$_require_admission$;

comment on function _require_admission is
'Takes what a locked execution needs to be leased until p_until, or raises why it cannot be had.';
