create or replace function _check_policy(p_argument text, p_policy jsonb)
returns void
language plpgsql
immutable
as $_check_policy$
begin
    if p_policy is null then
        return;
    end if;
    if jsonb_typeof(p_policy) <> 'object' then
        perform _raise_invalid(p_argument, 'must be a JSON object');
    end if;
    perform _check_json_shape(p_argument, '', p_policy, '{"object": {
        "retry_policy": {"object": {
            "max_retries": {"integer": [0, 1000000]},
            "backoff": {"object": {
                "type": {"one_of": ["exponential", "fixed"]},
                "initial_delay_ms": {"integer": [0, 315360000000]},
                "max_delay_ms": {"integer": [0, 315360000000]},
                "multiplier": {"number": [1, 1000]},
                "delay_ms": {"integer": [0, 315360000000]},
                "jitter": {"boolean": true}
            }},
            "retryable_categories": {"strings": true}
        }},
        "timeout_policy": {"object": {
            "attempt_timeout_ms": {"integer": [1, 315360000000]},
            "execution_deadline_ms": {"integer": [1, 315360000000]}
        }},
        "max_reclaim_count": {"integer": [0, 1000]},
        "max_replay_count": {"integer": [0, 1000000]},
        "dedup_window_ms": {"integer": [1, 315360000000]},
        "retention_ms": {"integer": [0, 315360000000]}
    }}');
end;
$_check_policy$;

comment on function _check_policy is 'Refuses a policy with an unknown key, a wrong type or a value out of range.';
