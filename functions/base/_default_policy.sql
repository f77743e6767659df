create or replace function _default_policy(p_lane_policy jsonb)
returns jsonb
language plpgsql
volatile
as $_default_policy$
begin
    if _is_off('ff_submission_switch') then
        return p_lane_policy;
    end if;
    return _merged_policy(
        (
            select nullif(m.value::jsonb, 'null')
            from ff_meta as m
            where m.key = 'default_policy'
        ),
        p_lane_policy
    );
end;
$_default_policy$;

comment on function _default_policy is
'The policy of a submission without a policy of its own, in a lane with this default policy: the keys that the lane leaves out are those of the default policy of all lanes. Null: neither exists.';
