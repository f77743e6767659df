create or replace function _check_event_filter(p_filter _event_filter)
returns void
language plpgsql
immutable
as $_check_event_filter$
declare
    v_unknown text;
begin
    if p_filter.kinds is not null then
        select k.kind
        into v_unknown
        from unnest(p_filter.kinds) as k (kind)
        where k.kind is null or k.kind <> all (enum_range(null::ff_event_kind)::text[])
        limit 1;
        if found then
            perform _raise_invalid(
                'p_kinds',
                'names a kind that does not exist: ' || coalesce(left(v_unknown, 100), 'null'),
                'The kinds are: ' || array_to_string(enum_range(null::ff_event_kind), ', ')
            );
        end if;
    end if;
    if p_filter.namespace is not null then
        perform _check_name('p_namespace', p_filter.namespace, 'label');
    end if;
    if p_filter.tag_key is not null then
        perform _check_name('p_tag_key', p_filter.tag_key, 'tag_key');
    elsif p_filter.tag_value is not null then
        perform _raise_invalid('p_tag_value', 'needs p_tag_key');
    end if;
end;
$_check_event_filter$;

comment on function _check_event_filter is 'Refuses a filter that cannot match any event.';
