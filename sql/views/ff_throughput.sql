-- noqa: disable=LT02
-- The numbers of each lane in this minute and the one before it, as ticks have counted them.
create view ff_throughput as
select
    s.lane_id,
    k.kind,
    sum(k.execution_count)::bigint as execution_count,
    c.from_at,
    c.now_at as to_at,
    round(
        sum(k.execution_count) / extract(epoch from c.now_at - c.from_at)::numeric, 3
    ) as per_second
from (
    select
        n.now_at,
        date_bin('1 minute', n.now_at - interval '1 minute', to_timestamp(0)) as from_at
    from (select ff_server_time() as now_at) as n
) as c
cross join lateral ff_statistics(p_since => c.from_at) as s
cross join lateral (
    values
    ('submitted', s.submitted),
    ('started', s.started),
    ('completed', s.completed),
    ('failed', s.failed),
    ('retried', s.retried),
    ('taken_over', s.taken_over)
) as k (kind, execution_count)
where k.execution_count > 0
group by s.lane_id, k.kind, c.from_at, c.now_at;

comment on view ff_throughput is
'Numbers and rates of this minute and the one before it, by lane and kind, as ff_statistics has them.';
