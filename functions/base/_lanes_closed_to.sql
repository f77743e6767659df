create or replace function _lanes_closed_to(p_roles name[], variadic p_verbs text[])
returns setof ff_lane
language sql
stable
as $_lanes_closed_to$
    -- Inlined: with a condition on the lane, the query reads that lane only. (The result is a row:
    -- a text would have the collation of type name, and miss the index.)
    select l.*
    from ff_lane as l
    where
        l.is_restricted
        and p_roles is not null
        -- closed by the setting of the installation: before its first grant
        and not (l.restricted_by is null and 'ff_operator' = any(p_roles))
        and not exists (
            select 1
            from ff_lane_grant as g
            where
                g.lane_id = l.lane_id
                and (p_verbs is null or g.verbs && p_verbs)
                and (g.role_name = 'public' or g.role_name = any(p_roles))
        )
$_lanes_closed_to$;

comment on function _lanes_closed_to is
'The restricted lanes in which no role of p_roles was granted one of p_verbs (null: any verb); no lane if p_roles is null. A lane that has had no grant is open to operators.';
