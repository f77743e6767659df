create or replace function ff_list_lanes(
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_lane_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_list_lanes$
declare
    -- shows the lanes in which the caller has any right
    v_hidden constant text[] := _hidden_lanes(variadic null::text[]);
    v_lane_id text := coalesce(p_after, '');
    v_count integer := 0;
begin
    perform _check_page_size(p_limit);
    -- from one lane to the next: a lane can have many routes
    while v_count < p_limit loop
        v_lane_id := _next_lane(v_lane_id);
        exit when v_lane_id is null;
        continue when v_lane_id = any (v_hidden);
        v_count := v_count + 1;
        return query
        select
            v_lane_id,
            coalesce(l.state, 'active')::text,
            l.default_policy,
            coalesce(l.options, '{}'),
            l.lane_id is not null,
            l.registered_at,
            l.updated_at,
            c.counts,
            c.is_at_least,
            c.counted_at
        from (select) as always
        left join ff_lane as l on l.lane_id = v_lane_id
        left join lateral (
            select n.*
            from ff_lane_count as n
            where n.lane_id = v_lane_id
            order by n.count_id desc
            limit 1
        ) as c on true;
    end loop;
end;
$ff_list_lanes$;

comment on function ff_list_lanes is
$$The lanes in the order of their names: lanes that were registered, and lanes that only have submissions.

`counts` has the number of executions that are `waiting`, `delayed`, `rate_limited` and `active`, as of `counted_at`: ticks count them some ten seconds after something has happened, up to 10,000 that are due and 10,000 that are due later. Where there were more, `is_count_at_least` is true, and they are counted each minute.

`p_after` is the last name of the page before.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select lane_id, state, counts ->> 'waiting' as waiting from flowfabric.ff_list_lanes();
```
$$;
