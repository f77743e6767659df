-- The events of the last minute, or the newest 20,000 events where that is less: read by the key of
-- the outbox, from its end.
create view ff_throughput as
with clock as materialized (select ff_server_time() as now_at),

newest as materialized (
    select
        e.kind,
        e.outcome,
        e.occurred_at,
        coalesce(cardinality((e.batch).execution_ids), 1) as execution_count
    from ff_event_log as e
    order by e.event_id desc
    limit 20000
),

span as materialized (
    select
        c.now_at,
        case
            when count(n.occurred_at) < 20000 then c.now_at - interval '1 minute'
            else greatest(min(n.occurred_at), c.now_at - interval '1 minute')
        end as from_at
    from clock as c
    left join newest as n on true
    group by c.now_at
)

select
    n.kind::text as kind,
    n.outcome::text as outcome,
    sum(n.execution_count)::bigint as execution_count,
    s.from_at,
    s.now_at as to_at,
    round(
        sum(n.execution_count)
        / greatest(extract(epoch from s.now_at - s.from_at)::numeric, 0.001),
        3
    ) as per_second
from newest as n
inner join span as s on n.occurred_at >= s.from_at and n.occurred_at <= s.now_at
group by n.kind, n.outcome, s.from_at, s.now_at;

comment on view ff_throughput is
'The events of the last minute, by kind and outcome; with more than 20,000 events a minute, in the span that those reach back.';
