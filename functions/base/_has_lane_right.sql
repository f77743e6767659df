create or replace function _has_lane_right(p_lane_id text, p_verbs text[])
returns boolean
language plpgsql
stable
as $_has_lane_right$
declare
    v_roles name[];
begin
    -- the usual case: one expression; a standby cannot lock the sequence of the switch
    if (case when not pg_is_in_recovery() then _is_off('ff_work_switch') end) then
        return true;
    end if;
    if not exists (select 1 from ff_lane as l where l.lane_id = p_lane_id) then
        -- it has had no submission yet
        return not _are_lanes_closed() or _acts_as_operator(_acting_roles());
    elsif not exists (select 1 from ff_lane as l where l.lane_id = p_lane_id and l.is_restricted)
        and not _are_lanes_closed()
    then
        return true;
    end if;
    if ('read' = any(p_verbs)) is not true then
        -- a read is as of the snapshot
        perform _refuse_old_grants(p_lane_id);
    end if;
    v_roles := _acting_roles();
    return _acts_as_owner(v_roles) or not exists (
        select 1
        from _lanes_closed_to(v_roles, variadic p_verbs) as c
        where c.lane_id = p_lane_id
    );
end;
$_has_lane_right$;

comment on function _has_lane_right is
'May the caller do one of p_verbs (null: any verb) in a lane? Yes if the lane is not restricted, or if the caller has the privileges of a role that was granted one of them, or, in a lane without grants, of an operator.';
