create or replace function _parse_filter(p_filter jsonb)
returns _execution_filter
language plpgsql
stable
as $_parse_filter$
declare
    v_states constant jsonb := nullif(p_filter -> 'public_state', 'null');
    v_filter _execution_filter;
    v_unknown text;
    r_name record;
begin
    if p_filter is null then
        perform _raise_null('p_filter');
    elsif jsonb_typeof(p_filter) <> 'object' then
        perform _raise_invalid('p_filter', 'must be a JSON object');
    end if;
    perform _check_json('p_filter', p_filter, 1048576);
    perform _check_json_shape('p_filter', '', p_filter, '{"object": {
        "lane_id": {"string": true},
        "kind": {"string": true},
        "namespace": {"string": true},
        "public_state": {"json": true},
        "tags": {"json": true},
        "flow_id": {"string": true},
        "idempotency_key": {"string": true},
        "worker_instance_id": {"string": true},
        "created_after": {"string": true},
        "created_before": {"string": true},
        "failure_category": {"string": true},
        "execution_ids": {"strings": true}
    }}');
    v_filter.lane_id := p_filter ->> 'lane_id';
    v_filter.kind := p_filter ->> 'kind';
    v_filter.namespace := p_filter ->> 'namespace';
    v_filter.idempotency_key := p_filter ->> 'idempotency_key';
    v_filter.worker_instance_id := p_filter ->> 'worker_instance_id';
    v_filter.failure_category := p_filter ->> 'failure_category';
    -- a filter for what is not a name matches nothing, and an empty page would hide the mistake
    for r_name in
        select n.key, n.kind, p_filter ->> n.key as value
        from (
            values
            ('lane_id', 'lane'::_name_kind), ('kind', 'label'), ('namespace', 'label'),
            ('worker_instance_id', 'worker'), ('failure_category', 'label')
        ) as n (key, kind)
        where p_filter ->> n.key is not null
    loop
        perform _check_name(format('p_filter at "%s"', r_name.key), r_name.value, r_name.kind);
    end loop;
    if octet_length(v_filter.idempotency_key) not between 1 and 512 then
        perform _raise_invalid('p_filter at "idempotency_key"', 'must be 1 to 512 bytes');
    end if;
    v_filter.created_after := _parse_instant(
        'p_filter at "created_after"', p_filter ->> 'created_after'
    );
    v_filter.created_before := _parse_instant(
        'p_filter at "created_before"', p_filter ->> 'created_before'
    );
    v_filter.flow_id := _parse_uuid('p_filter at "flow_id"', p_filter ->> 'flow_id');
    v_filter.tags := nullif(p_filter -> 'tags', 'null');
    if v_filter.tags is not null then
        perform _check_tags('p_filter at "tags"', v_filter.tags);
    end if;
    if jsonb_typeof(p_filter -> 'execution_ids') = 'array' then
        if jsonb_array_length(p_filter -> 'execution_ids') > 1000 then
            perform _raise_invalid('p_filter at "execution_ids"', 'must have at most 1000 items');
        end if;
        v_filter.execution_ids := array(
            select _parse_uuid('p_filter at "execution_ids"', i.id)
            from jsonb_array_elements_text(p_filter -> 'execution_ids') as i (id)
        );
    end if;
    if v_states is not null then
        if jsonb_typeof(v_states) not in ('string', 'array') then
            perform _raise_invalid(
                'p_filter at "public_state"', 'must be a public state, or an array of them'
            );
        end if;
        v_filter.public_states := array(
            select s.state #>> '{}'
            from jsonb_array_elements(
                case when jsonb_typeof(v_states) = 'string' then jsonb_build_array(v_states)
                    else v_states
                end
            ) as s (state)
        );
        select coalesce(s.state, 'null')
        into v_unknown
        from unnest(v_filter.public_states) as s (state)
        where (s.state = any (enum_range(null::ff_public_state)::text[])) is not true
        limit 1;
        if found then
            perform _raise_invalid(
                'p_filter at "public_state"',
                format('is not a public state: %s', left(v_unknown, 100)),
                'The public states are: '
                || array_to_string(enum_range(null::ff_public_state), ', ')
            );
        end if;
    end if;
    return v_filter;
end;
$_parse_filter$;

comment on function _parse_filter is 'Parses a filter of executions, or raises; an unknown key is refused by its name.';
