create or replace function ff_list_lanes(
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_lane_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_lanes$
declare
    -- shows the lanes in which the caller has any right
    v_hidden constant text[] := _hidden_lanes(variadic null::text[]);
begin
    perform _check_page_size(p_limit);
    return query
    select
        n.lane_id,
        coalesce(l.state, 'active')::text,
        l.default_policy,
        coalesce(l.options, '{}'),
        l.lane_id is not null,
        l.registered_at,
        l.updated_at
    from (
        select k.lane_id from ff_lane as k
        union
        select r.lane_id from ff_route as r
    ) as n
    left join ff_lane as l on l.lane_id = n.lane_id
    where
        (p_after is null or n.lane_id collate "C" > p_after collate "C")
        and n.lane_id <> all (v_hidden)
    order by n.lane_id collate "C"
    limit p_limit;
end;
$ff_list_lanes$;

comment on function ff_list_lanes is
$$The lanes in the order of their names: lanes that were registered, and lanes that only have submissions.

`p_after` is the last name of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select lane_id, state, is_registered from flowfabric.ff_list_lanes();
```
$$;
