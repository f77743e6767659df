create or replace function _hidden_lanes(variadic p_verbs text[])
returns text[]
language plpgsql
stable
as $_hidden_lanes$
declare
    v_roles name[];
begin
    if not exists (select 1 from ff_lane as l where l.is_restricted) then
        return '{}'::text[];
    end if;
    v_roles := _acting_roles();
    if _acts_as_owner(v_roles) then
        return '{}'::text[];
    end if;
    return array(
        select l.lane_id
        from ff_lane as l
        where
            l.is_restricted
            and not exists (
                select 1
                from ff_lane_grant as g
                where
                    g.lane_id = l.lane_id
                    and (p_verbs is null or g.verbs && p_verbs)
                    and (g.role_name = 'public' or g.role_name = any(v_roles))
            )
    );
end;
$_hidden_lanes$;

comment on function _hidden_lanes is
'The lanes in which the caller may do none of p_verbs; lists leave them out. Empty when no lane is restricted.';
