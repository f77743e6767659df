create or replace function _check_submission_options(p_options jsonb)
returns void
language plpgsql
immutable
as $_check_submission_options$
declare
    v_later constant text[] := array[
        'flow_id', 'quota_policy_id', 'quota_key', 'budget_ids', 'fairness_key'
    ];
    v_key text;
begin
    foreach v_key in array v_later loop
        if jsonb_typeof(p_options -> v_key) <> 'null' then
            perform _raise_unavailable('p_options.' || v_key);
        end if;
    end loop;
    perform _check_json_shape('p_options', '', p_options - v_later, '{"object": {
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
'Refuses options of a batch with an unknown key or a wrong JSON type; their values are judged as arguments later.';
