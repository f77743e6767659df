create or replace function _check_lane_options(p_options jsonb)
returns void
language plpgsql
stable
as $_check_lane_options$
begin
    perform _check_json('p_options', p_options, 65536);
    perform _check_json_shape('p_options', '', p_options, '{"object": {
        "quota_policy_id": {"string": true},
        "quota_key": {"string": true},
        "budget_ids": {"strings": true},
        "indexed_tags": {"strings": true},
        "fair_sharing": {"boolean": true},
        "fair_keys_per_submitter": {"integer": [1, 1000000]}
    }}');
    perform _check_limits(
        _parse_uuid('p_options', p_options ->> 'quota_policy_id'),
        _uuids_in(p_options -> 'budget_ids')
    );
    perform _check_name('p_options at "indexed_tags"', t.key, 'tag_key')
    from unnest(_texts_in(p_options -> 'indexed_tags')) as t (key);
    if cardinality(_texts_in(p_options -> 'indexed_tags')) > 4 then
        perform _raise_invalid('p_options at "indexed_tags"', 'must have at most 4 items');
    end if;
    if p_options ->> 'quota_key' is not null then
        perform _check_quota_key('p_options', p_options ->> 'quota_key');
    end if;
end;
$_check_lane_options$;

comment on function _check_lane_options is 'Refuses wrong options of a lane.';
