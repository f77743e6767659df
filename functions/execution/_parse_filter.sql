create or replace function _parse_filter(p_filter jsonb)
returns _execution_filter
language plpgsql
stable
as $_parse_filter$
declare
    v_filter _execution_filter;
begin
    if p_filter is null then
        perform _raise_null('p_filter');
    elsif jsonb_typeof(p_filter) <> 'object' then
        perform _raise_invalid('p_filter', 'must be a JSON object');
    end if;
    perform _check_json('p_filter', p_filter, 1048576);
    perform _check_json_shape('p_filter', '', p_filter, jsonb_build_object('object', (
        select jsonb_object_agg(k.p_key, jsonb_build_object(
            case k.p_form
                when 'uuids' then 'strings'
                when 'tags' then 'json'
                when 'states' then 'json'
                else 'string'
            end,
            true
        ))
        from _filter_keys() as k
    )));
    v_filter := jsonb_populate_record(v_filter, (
        select coalesce(jsonb_object_agg(k.p_key, _parse_filter_value(
            format('p_filter at "%s"', k.p_key), k.p_form, p_filter -> k.p_key
        )), '{}')
        from _filter_keys() as k
        where jsonb_typeof(p_filter -> k.p_key) <> 'null'
    ));
    if v_filter.public_state is not null then
        v_filter.states := array(
            select s.state
            from ff_state_vector as s
            left join ff_state_vector as d on d.state = s.state_when_due
            where
                s.public_state::text = any (v_filter.public_state)
                or d.public_state::text = any (v_filter.public_state)
        );
    end if;
    if v_filter.lane_id is not null then
        -- an execution never changes its lane
        v_filter.route_ids := array(
            select r.route_id from ff_route as r where r.lane_id = v_filter.lane_id
        );
    end if;
    return v_filter;
end;
$_parse_filter$;

comment on function _parse_filter is 'Parses a filter of executions, or raises; an unknown key is refused by its name.';
