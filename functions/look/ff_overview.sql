create or replace function ff_overview()
returns setof ff_overview_entry
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_bitmapscan = off
set jit = off
as $ff_overview$
declare
    -- a table of this size is read in about a tenth of a second
    v_small constant integer := 67108864;
    -- how many rows are looked at in a larger table; the routes share them
    v_bound constant integer := 200000;
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
    v_route_count bigint;
begin
    if pg_relation_size('ff_exec_core') <= v_small then
        return query
        select
            c.lane_id,
            coalesce(
                (select l.state from ff_lane as l where l.lane_id = c.lane_id), 'active'
            )::text,
            c.public_state,
            c.execution_count,
            c.counted
        from _counted_states(v_now) as c
        where c.lane_id <> all (v_hidden)
        order by c.lane_id collate "C", c.public_state collate "C";
        return;
    end if;
    select count(*) into v_route_count from ff_route as r where r.closed_at is null;
    return query
    select
        c.lane_id,
        case
            when c.lane_id is not null then coalesce(
                (select l.state from ff_lane as l where l.lane_id = c.lane_id), 'active'
            )::text
        end,
        c.public_state,
        c.execution_count,
        c.counted
    from _sampled_states(
        v_now, greatest(10, v_bound / (2 * greatest(v_route_count, 1)))::integer
    ) as c
    where coalesce(c.lane_id <> all (v_hidden), v_hidden = '{}')
    order by c.lane_id collate "C", c.public_state collate "C";
end;
$ff_overview$;

comment on function ff_overview is
$$The number of executions by lane and state, as they are now.

Up to 64 MB the whole table is counted, and `counted` is `exact`. In a larger table at most 200,000 rows are read: executions that can be claimed now or later, up to a bound in each route (`counted` is `at_least` where the bound was reached), and suspended ones. Finished executions and those that wait for others are estimated for all lanes together (`lane_id` is null, `counted` is `estimate`), from the statistics of the last ANALYZE. Lanes that the caller may not read are left out; in that case the estimates are left out, too.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: none.

Example:
```sql
select lane_id, public_state, execution_count, counted from flowfabric.ff_overview();
```
$$;
