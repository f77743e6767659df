create or replace function _parse_filter_value(p_argument text, p_form text, p_value jsonb)
returns jsonb
language plpgsql
stable
as $_parse_filter_value$
declare
    v_text constant text := p_value #>> '{}';
    v_list constant jsonb := case
        when jsonb_typeof(p_value) = 'array' then p_value else jsonb_build_array(p_value)
    end;
    v_unknown text;
begin
    case p_form
        when 'key' then
            if octet_length(v_text) not between 1 and 512 then
                perform _raise_invalid(p_argument, 'must be 1 to 512 bytes');
            end if;
        when 'uuid' then
            return to_jsonb(_parse_uuid(p_argument, v_text));
        when 'uuids' then
            if jsonb_array_length(p_value) > 1000 then
                perform _raise_invalid(p_argument, 'must have at most 1000 items');
            end if;
            return to_jsonb(array(
                select _parse_uuid(p_argument, i.id)
                from jsonb_array_elements_text(p_value) as i (id)
            ));
        when 'instant' then
            return to_jsonb(_parse_instant(p_argument, v_text));
        when 'tags' then
            perform _check_tags(p_argument, p_value);
        when 'states' then
            if jsonb_typeof(p_value) not in ('string', 'array') then
                perform _raise_invalid(p_argument, 'must be a public state, or an array of them');
            end if;
            select coalesce(s.state #>> '{}', 'null')
            into v_unknown
            from jsonb_array_elements(v_list) as s (state)
            where ((s.state #>> '{}') = any (enum_range(null::ff_public_state)::text[])) is not true
            limit 1;
            if found then
                perform _raise_invalid(
                    p_argument,
                    format('is not a public state: %s', left(v_unknown, 100)),
                    'The public states are: '
                    || array_to_string(enum_range(null::ff_public_state), ', ')
                );
            end if;
            return v_list;
        else
            -- a filter for what is not a name matches nothing, and an empty page would hide the
            -- mistake
            perform _check_name(p_argument, v_text, p_form::_name_kind);
    end case;
    return p_value;
end;
$_parse_filter_value$;

comment on function _parse_filter_value is
'Checks the value of one key of a filter, by its form, and returns it as its field in _execution_filter reads it.';
