create or replace function _mark_idle_routes(p_after_route_id integer, p_to_route_id integer)
returns void
language plpgsql
as $_mark_idle_routes$
declare
    v_now constant timestamptz := _now();
    v_patience constant interval := _route_patience();
begin
    -- This only marks them: nothing is lost if one comes into use at this moment. A route that is
    -- used now and then is written twice in its patience at most.
    update ff_route as r
    set
        empty_since = case when not v.is_in_use then coalesce(r.empty_since, v_now) end,
        merged_into = case when v.is_idle then r.route_id end,
        merged_by = case when v.is_idle then pg_current_xact_id() end
    from (
        select
            o.ctid as row_id,
            u.is_in_use,
            not u.is_in_use and coalesce(o.empty_since <= v_now - v_patience, false) as is_idle
        from ff_route as o
        cross join lateral (
            select exists (
                select 1
                from ff_exec_core as e
                where e.route_id = o.route_id and e.claimable_at >= _head_of(o.route_id)
            ) as is_in_use
            offset 0
        ) as u
        where
            o.route_id > p_after_route_id
            and o.route_id <= p_to_route_id
            and o.merged_into is null
            and o.closed_at is null
            and coalesce(o.empty_since <= v_now - v_patience / 2, true)
            and case
                when u.is_in_use then o.empty_since is not null
                else coalesce(o.empty_since <= v_now - v_patience, true)
            end
        for no key update of o skip locked
    ) as v
    where r.ctid = v.row_id;
end;
$_mark_idle_routes$;

comment on function _mark_idle_routes is
'Marks the routes in a range in which ticks have found nothing for long: the next submission makes another one.';
