create or replace function _read_page(
    p_from _event_position,
    p_filter _event_filter,
    p_limit integer,
    p_safe_event_id bigint,
    p_roles name[]
)
returns _event_page
language plpgsql
as $_read_page$
declare
    -- a filter that matches nothing must not make a call read all events
    v_most constant integer := greatest(p_limit, 2000);
    v_installation_id constant text := _installation_id();
    v_seen integer := 0;
    v_count integer;
    v_found jsonb[];
    v_event ff_event_log;
    v_tags jsonb;
    v_page _event_page := ('{}'::jsonb[], p_from, false);
begin
    if p_limit = 0 then
        v_page.has_more := p_from.event_id <= p_safe_event_id;
        return v_page;
    end if;
    for v_event in
        select e.*
        from ff_event_log as e
        where e.event_id >= p_from.event_id and e.event_id <= p_safe_event_id
        order by e.event_id
    loop
        if cardinality(v_page.events) >= p_limit or v_seen >= v_most then
            v_page.has_more := true;
            return v_page;
        end if;
        -- unless the page ends inside this event
        v_page.end_position := (v_event.event_id + 1, 0)::_event_position;
        if p_filter.kinds is not null and v_event.kind::text <> all (p_filter.kinds) then
            v_seen := v_seen + 1;
        elsif v_event.batch is null then
            v_seen := v_seen + 1;
            v_tags := (
                select e.tags from ff_exec_core as e where e.execution_id = v_event.execution_id
            );
            -- a position behind its only item is past this event
            if (v_event.event_id > p_from.event_id or p_from.ordinal = 0)
                and _is_wanted(p_filter, v_event.namespace, v_tags)
            then
                v_event.details := _event_details(v_event);
                if p_roles is null
                    or _is_shown_event(
                        p_roles, v_event.route_id, v_event.flow_id, v_event.details
                    )
                then
                    v_page.events := v_page.events || _event_item(
                        v_event, v_page.end_position, v_installation_id,
                        v_event.execution_id, v_event.lease_id,
                        v_event.lease_epoch, v_event.flow_id, v_event.namespace,
                        v_tags, v_event.details
                    );
                end if;
            end if;
        else
            v_seen := v_seen + cardinality((v_event.batch).execution_ids);
            v_count := p_limit - cardinality(v_page.events);
            v_found := _batch_items(
                v_event,
                case when v_event.event_id = p_from.event_id then p_from.ordinal else 0 end,
                p_filter, v_count, p_roles, v_installation_id
            );
            v_page.events := v_page.events || v_found;
            if cardinality(v_found) = v_count then
                v_page.end_position := (
                    v_event.event_id,
                    split_part(v_found[v_count] ->> 'cursor', ':', 4)::integer
                )::_event_position;
                v_page.has_more :=
                    (v_page.end_position).ordinal < cardinality((v_event.batch).execution_ids)
                    or v_event.event_id < p_safe_event_id;
                return v_page;
            end if;
        end if;
    end loop;
    v_page.end_position := (
        greatest(p_safe_event_id + 1, p_from.event_id),
        case when p_from.event_id > p_safe_event_id then p_from.ordinal else 0 end
    )::_event_position;
    return v_page;
end;
$_read_page$;

comment on function _read_page is
'Reads events from a position on, up to the watermark: at most p_limit that match the filter, and a bounded number of others.';
