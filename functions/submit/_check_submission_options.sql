create or replace function _check_submission_options(p_options jsonb)
returns void
language plpgsql
immutable
as $_check_submission_options$
begin
    perform _check_json_shape('p_options', '', p_options, '{"object": {
        "flow_id": {"string": true},
        "quota_policy_id": {"string": true},
        "quota_key": {"string": true},
        "budget_ids": {"strings": true},
        "fairness_key": {"string": true},
        "payload": {"string": true},
        "kind": {"string": true},
        "priority": {"integer": [-2147483648, 2147483647]},
        "required_capabilities": {"strings": true},
        "delay_ms": {"integer": [-9223372036854775808, 9223372036854775807]},
        "run_at": {"string": true},
        "deadline_ms": {"integer": [-9223372036854775808, 9223372036854775807]},
        "deadline_at": {"string": true},
        "idempotency_key": {"string": true},
        "namespace": {"string": true},
        "tags": {"json": true},
        "policy": {"json": true},
        "execution_id": {"string": true},
        "actor": {"string": true}
    }}');
end;
$_check_submission_options$;

comment on function _check_submission_options is
'Refuses options of a batch with an unknown key or a wrong JSON type; their values are checked later, as arguments.';
