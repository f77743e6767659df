create or replace function _check_policy(
    p_argument text,
    p_policy jsonb,
    p_shape jsonb default null
)
returns void
language plpgsql
stable
as $_check_policy$
declare
    -- p_policy is a whole policy, or a retry policy
    v_path constant text := case
        when p_shape is null then 'retry_policy.backoff' else 'backoff'
    end;
    v_backoff constant jsonb := p_policy #> string_to_array(v_path, '.');
begin
    if p_policy is null then
        return;
    end if;
    if jsonb_typeof(p_policy) <> 'object' then
        perform _raise_invalid(p_argument, 'must be a JSON object');
    end if;
    perform _check_json(p_argument, p_policy, 65536);
    perform _check_json_shape(p_argument, '', p_policy, coalesce(p_shape, _policy_shape()));
    if p_shape is null and jsonb_typeof(p_policy -> 'on_failure') = 'object' then
        perform _check_on_failure(p_argument, p_policy -> 'on_failure');
    end if;
    if jsonb_typeof(v_backoff) = 'object' then
        perform _check_backoff(p_argument, v_path, v_backoff);
    end if;
end;
$_check_policy$;

comment on function _check_policy is
'Refuses a policy, or the part of a policy whose shape is given, with an unknown key, a wrong type or a value out of range.';
