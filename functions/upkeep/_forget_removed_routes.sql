create or replace function _forget_removed_routes(p_limit integer)
returns void
language plpgsql
as $_forget_removed_routes$
declare
    -- an advance or a claim that was open when the route was removed may still write for it
    v_route_ids constant integer[] := array(
        select d.route_id
        from ff_route_doubt as d
        where
            d.removed_by < pg_snapshot_xmin(pg_current_snapshot())
            or _is_of_other_server(d.removed_by)
        order by d.doubt_id
        limit p_limit
    );
begin
    if v_route_ids = '{}' then
        return;
    end if;
    delete from ff_head as h
    where h.ctid = any (array(
        select o.ctid
        from ff_head as o
        where o.route_id = any (v_route_ids)
        limit p_limit
        for update skip locked
    ));
    perform _drop_fair_turns(v_route_ids, p_limit);
    delete from ff_route_doubt as d
    where d.ctid = any (array(
        select o.ctid
        from ff_route_doubt as o
        where
            o.route_id = any (v_route_ids)
            and o.removed_by is not null
            and not exists (select 1 from ff_head as h where h.route_id = o.route_id)
            and not exists (select 1 from ff_fair_turn as t where t.route_id = o.route_id)
            and not exists (select 1 from ff_fair_sweep as s where s.route_id = o.route_id)
        for update skip locked
    ));
end;
$_forget_removed_routes$;

comment on function _forget_removed_routes is
'Removes the heads and turns of routes that were removed, when no transaction is open any more that may write such rows, and then the memory of the routes.';
