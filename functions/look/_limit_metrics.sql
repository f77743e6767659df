create or replace function _limit_metrics()
returns setof _metric
language sql
stable
as $_limit_metrics$
    select 'ff_limit_waiting', jsonb_build_object('reason', l.reason), l.waiting
    from (
        select
            count(*) filter (where o.limit_kind = 'budget') as budget,
            count(*) filter (where o.limit_kind = 'slot') as concurrency,
            count(*) filter (where o.limit_kind = 'rate') as rate
        from (select w.limit_kind from ff_admission_wait as w limit 10000) as o
    ) as n
    cross join lateral (
        values ('budget', n.budget), ('concurrency', n.concurrency), ('rate', n.rate)
    ) as l (reason, waiting)
    union all
    select 'ff_budget_hit_total', jsonb_build_object('dimension', h.dimension), h.hit_count
    from (
        -- only fifty have their own series, like lanes
        select
            case when d.place <= 50 then d.dimension else '_others' end as dimension,
            sum(d.hit_count) as hit_count
        from (
            select
                u.dimension,
                sum(u.hit_count) as hit_count,
                row_number() over (order by u.dimension collate "C") as place
            from ff_budget_usage as u
            -- counters must not be sums of a part: with more rows they are left out
            where (
                select count(*) <= 10000
                from (select from ff_budget_usage limit 10001) as b
            )
            group by u.dimension
        ) as d
        group by 1
    ) as h
    union all
    select 'ff_quota_hit_total', jsonb_build_object('reason', q.reason), q.hits
    from (
        select 'rate' as reason, case when s.is_called then s.last_value else 0 end as hits
        from ff_quota_rate_hits as s
        union all
        select 'concurrency', case when s.is_called then s.last_value else 0 end
        from ff_quota_slot_hits as s
    ) as q
$_limit_metrics$;

comment on function _limit_metrics is
'The metrics of ff_metrics about limits: how many executions wait for them, and how often they were hit.';
