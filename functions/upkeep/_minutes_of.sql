create or replace function _minutes_of(p_found _event_count[])
returns setof ff_lane_minute
language sql
immutable
as $_minutes_of$
    select m.*
    from (
        select
            f.lane_id,
            f.minute_at,
            coalesce(sum(f.execution_count) filter (where f.what = 'submitted'), 0)::bigint
                as submitted,
            coalesce(sum(f.execution_count) filter (where f.what = 'acquired'), 0)::bigint
                as started,
            coalesce(sum(f.execution_count) filter (where f.what = 'completed:success'), 0)::bigint
                as completed,
            coalesce(
                sum(f.execution_count) filter (
                    where f.what in ('completed:failed', 'completed:expired')
                ), 0
            )::bigint as failed,
            coalesce(
                sum(f.execution_count) filter (where f.what = 'released:retry_scheduled'), 0
            )::bigint as retried,
            coalesce(sum(f.execution_count) filter (where f.what = 'reclaimed'), 0)::bigint
                as taken_over
        from unnest(p_found) as f
        where f.lane_id is not null
        group by f.lane_id, f.minute_at
    ) as m
    where m.submitted + m.started + m.completed + m.failed + m.retried + m.taken_over > 0
$_minutes_of$;

comment on function _minutes_of is 'Counts of events as rows of ff_lane_minute, in the order of its columns.';
