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
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
-- a page of one lane is another range of the index than a page of all
set plan_cache_mode = force_custom_plan
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
        -- there is no tab in the name of a lane
        g.lane_id || e'\t' || g.role_name::text
    from ff_lane_grant as g
    where
        (p_lane_id is null or g.lane_id = p_lane_id)
        and g.lane_id <> all (v_hidden)
        and (
            p_after is null
            or (g.lane_id collate "C", g.role_name)
            > (split_part(p_after, e'\t', 1), split_part(p_after, e'\t', 2)::name)
        )
    order by g.lane_id collate "C", g.role_name
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
