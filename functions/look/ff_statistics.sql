create or replace function ff_statistics(
    p_lane_id text default null,
    p_since timestamptz default null
)
returns setof ff_statistics_entry
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
-- an hour of all lanes is another range of another index than a week of one
set plan_cache_mode = force_custom_plan
as $ff_statistics$
declare
    v_now constant timestamptz := _now();
    -- the minute of p_since is whole, also when p_since lies in it
    v_since constant timestamptz := date_bin(
        '1 minute',
        greatest(coalesce(p_since, v_now - interval '1 hour'), v_now - interval '7 days'),
        to_timestamp(0)
    );
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
begin
    if p_lane_id is not null then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        perform _check_lane(p_lane_id, 'read', 'operate');
    end if;
    return query
    select
        m.lane_id, m.minute_at,
        m.submitted, m.started, m.completed, m.failed, m.retried, m.taken_over
    from ff_lane_minute as m
    where
        (p_lane_id is null or m.lane_id = p_lane_id)
        and m.minute_at >= v_since
        and m.lane_id <> all (v_hidden)
    order by m.lane_id collate "C", m.minute_at;
end;
$ff_statistics$;

comment on function ff_statistics is
$$The numbers of each lane, minute by minute, for the last seven days: executions that were submitted, claims (`started`, and `taken_over` where the lease of another holder was lost), executions that `completed` or `failed` (or expired), and attempts that left a retry (`retried`).

`p_since` is an hour ago by default; the minute in which it lies is the first one. A minute in which nothing happened in a lane has no row. Without `p_lane_id`, lanes that the caller may not read are left out.

Ticks count the events that were proven since the last tick, so the numbers lag by a second or two, and as long as a transaction that submits or writes events stays open. Each event is counted once, in the minute in which it happened. When the clock is set back, submissions are not counted until it has passed the old moment.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select lane_id, minute_at, submitted, started, completed, failed, retried, taken_over
from flowfabric.ff_statistics('emails', now() - interval '1 day');
```
$$;
