create or replace function _idle_routes_due_at(p_last ff_tick_log, p_safe_event_id bigint)
returns timestamptz
language plpgsql
stable
as $_idle_routes_due_at$
declare
    v_empty_since timestamptz;
begin
    -- a route becomes empty when something happens in it
    if p_safe_event_id > p_last.idle_look_event then
        return p_last.next_idle_look_at;
    end if;
    select r.empty_since
    into v_empty_since
    from ff_route as r
    where r.empty_since is not null and r.merged_into is null
    order by r.empty_since
    limit 1;
    if not found then
        return timestamptz 'infinity';
    end if;
    return greatest(v_empty_since + _route_patience(), p_last.next_idle_look_at);
end;
$_idle_routes_due_at$;

comment on function _idle_routes_due_at is
'The moment at which a tick may find routes that have become empty, or that have been empty for long; infinity when nothing has happened and none is.';
