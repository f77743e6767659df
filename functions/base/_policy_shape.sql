create or replace function _policy_shape()
returns jsonb
language sql
immutable
as $_policy_shape$
    select '{"object": {
        "on_failure": {"object": {
            "kind": {"string": true},
            "lane_id": {"string": true}
        }},
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
    }}'::jsonb
$_policy_shape$;

comment on function _policy_shape is 'The shape of a policy, for _check_json_shape.';
