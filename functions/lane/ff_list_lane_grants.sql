create or replace function ff_list_lane_grants(
    p_lane_id text default null,
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_lane_grant_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_lane_grants$
declare
    v_hidden text[] := _hidden_lanes('read', 'operate');
begin
    perform _check_page_size(p_limit);
    if v_hidden <> '{}' then
        -- the role that restricted a lane sees what it granted
        v_hidden := array(
            select l.lane_id
            from ff_lane as l
            where
                l.lane_id = any(v_hidden)
                and (l.restricted_by = any(_acting_roles())) is not true
        );
    end if;
    if p_lane_id is not null then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        if p_lane_id = any(v_hidden) then
            perform _check_lane(p_lane_id, 'read', 'operate');
        end if;
    end if;
    return query
    select
        g.lane_id, g.role_name::text, g.verbs, g.granted_by::text, g.granted_at,
        k.page_key
    from ff_lane_grant as g
    -- there is no tab in the name of a lane
    cross join lateral (select g.lane_id || e'\t' || g.role_name::text as page_key) as k
    where
        (p_lane_id is null or g.lane_id = p_lane_id)
        and g.lane_id <> all (v_hidden)
        and (p_after is null or k.page_key collate "C" > p_after collate "C")
    order by k.page_key collate "C"
    limit p_limit;
end;
$ff_list_lane_grants$;

comment on function ff_list_lane_grants is
$$The roles and their verbs in restricted lanes: those lanes that the caller may read or operate, or has restricted.

`p_after` is the `page_key` of the last row of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised when the caller may neither read nor operate the lane `p_lane_id`, nor restricted it; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select role_name, verbs, granted_by from flowfabric.ff_list_lane_grants('emails');
```
$$;
