create or replace function _leaving_routes_due_at(p_last ff_tick_log, p_now timestamptz)
returns timestamptz
language sql
stable
as $_leaving_routes_due_at$
    -- A merged route goes out of use in steps, each when some transactions have ended. One that has
    -- been kept for long is looked at less often: a snapshot of hours may keep it.
    select coalesce(
        min(
            p_last.ticked_at
            + least(
                (p_now - coalesce(r.retired_at, r.merged_at, p_now)) / 16, interval '1 minute'
            )
        ),
        'infinity'
    )
    from ff_route as r
    where r.merged_into is not null and r.closed_at is null
$_leaving_routes_due_at$;

comment on function _leaving_routes_due_at is
'When a tick looks again whether merged routes can go out of use: past when one of them has just taken a step, infinity without such routes.';
