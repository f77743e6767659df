create or replace function _lane_metrics(p_now timestamptz)
returns setof _metric
language sql
stable
as $_lane_metrics$
    with lane as (
        select
            d.lane_id,
            sum(d.due_count) as due_count,
            min(d.oldest_at) as oldest_at,
            row_number() over (order by sum(d.due_count) desc, d.lane_id collate "C") as place
        from ff_due_work as d
        group by d.lane_id
    ),

    -- only fifty lanes have their own series: each series costs a metrics server memory
    shown as (
        select
            case when l.place <= 50 then l.lane_id else '_others' end as lane_id,
            sum(l.due_count) as due_count,
            min(l.oldest_at) as oldest_at
        from lane as l
        group by 1
    )

    select m.family, jsonb_build_object('lane', s.lane_id), m.value
    from shown as s
    cross join lateral (
        values
        ('ff_queue_depth', s.due_count),
        (
            'ff_oldest_due_seconds',
            coalesce(round(_ms_between(s.oldest_at, p_now) / 1000.0, 3), 0)
        )
    ) as m (family, value)
    union all
    select
        'ff_executions',
        jsonb_build_object(
            'lane', case
                when o.lane_id is null then '_all'
                when l.place <= 50 then o.lane_id
                else '_others'
            end,
            'state', o.public_state
        ),
        sum(o.execution_count)
    -- cannot raise 22004, 22023: it has no arguments
    from ff_overview() as o
    left join lane as l on l.lane_id = o.lane_id
    group by 2
$_lane_metrics$;

comment on function _lane_metrics is 'The metrics of ff_metrics about lanes: fifty lanes one by one, and the others together.';
