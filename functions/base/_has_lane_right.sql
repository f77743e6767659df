create or replace function _has_lane_right(p_lane_id text, p_verbs text[])
returns boolean
language plpgsql
stable
as $_has_lane_right$
declare
    v_roles name[];
begin
    if not exists (select 1 from ff_lane as l where l.lane_id = p_lane_id and l.is_restricted) then
        return true;
    end if;
    v_roles := _acting_roles();
    return _acts_as_owner(v_roles) or exists (
        select 1
        from ff_lane_grant as g
        where
            g.lane_id = p_lane_id
            and (p_verbs is null or g.verbs && p_verbs)
            and (g.role_name = 'public' or g.role_name = any(v_roles))
    );
end;
$_has_lane_right$;

comment on function _has_lane_right is
'May the caller do one of p_verbs (null: any verb) in a lane? Yes if the lane is not restricted, or if the caller has the privileges of a role that was granted one of them.';
