create or replace function _refuse_by_limit(
    p_execution_id uuid,
    p_reason text,
    p_limit_id uuid,
    p_limit_key text,
    p_look_again_at timestamptz,
    p_now timestamptz
)
returns void
language plpgsql
stable
as $_refuse_by_limit$
begin
    perform _raise(
        case p_reason
            when 'budget' then 'budget_exceeded'
            when 'rate' then 'rate_limit_exceeded'
            else 'concurrency_limit_exceeded'
        end,
        jsonb_build_object(
            'execution_id', p_execution_id,
            'limit_id', p_limit_id,
            'quota_key', nullif(nullif(p_limit_key, ''), _budget_limit_key()),
            'retry_after_ms', _ms_until(p_look_again_at, p_now)
        )
    );
end;
$_refuse_by_limit$;

comment on function _refuse_by_limit is 'Raises that a limit does not admit an execution now, and which.';
