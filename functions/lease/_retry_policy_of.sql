create or replace function _retry_policy_of(p_policy jsonb)
returns jsonb
language sql
immutable
as $_retry_policy_of$
    -- full jitter: retries of many attempts that failed at once are spread evenly
    select coalesce(
        nullif(p_policy -> 'retry_policy', 'null'),
        '{
            "max_retries": 3,
            "backoff": {
                "type": "exponential", "initial_delay_ms": 1000, "multiplier": 2,
                "max_delay_ms": 600000, "jitter": "full"
            }
        }'
    )
$_retry_policy_of$;

comment on function _retry_policy_of is
'The retry policy in a policy; without one, the default of every execution: 3 retries with growing delays.';
