create or replace function _enter_stray_lanes(p_after_route_id integer, p_to_route_id integer)
returns void
language plpgsql
as $_enter_stray_lanes$
declare
    v_lock_timeout constant text := current_setting('lock_timeout');
    v_lane_ids text[];
begin
    if not _are_lanes_closed() then
        return;
    end if;
    v_lane_ids := array(
        select distinct r.lane_id
        from ff_route as r
        where
            r.route_id > p_after_route_id
            and r.route_id <= p_to_route_id
            and not exists (select 1 from ff_lane as l where l.lane_id = r.lane_id)
    );
    if v_lane_ids <> '{}' or exists (select 1 from ff_lane as l where not l.is_restricted) then
        -- so that the lanes are not opened at this moment; not waiting for a call that does this
        perform 1 from ff_meta as m where m.key = 'default_access' for share nowait;
        -- not waiting for an operator that is making one of the rows
        perform set_config('lock_timeout', '1ms', true);
        perform _enter_lanes(v_lane_ids);
        perform set_config('lock_timeout', v_lock_timeout, true);
        -- rows that a call with an older snapshot did not see
        update ff_lane as l
        set is_restricted = true, updated_at = _now()
        where
            l.ctid = any (array(
                select o.ctid from ff_lane as o where not o.is_restricted for update skip locked
            ))
            and _are_lanes_closed();
    end if;
exception
    -- the next tick tries again; the setting is taken back
    when lock_not_available then
        null;
end;
$_enter_stray_lanes$;

comment on function _enter_stray_lanes is
'Closes the lanes that are still open: those of some routes that were made by submissions which were open when the lanes without grants were closed, and those that the call did not see.';
