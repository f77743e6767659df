create or replace function ff_metrics()
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set enable_bitmapscan = off
set jit = off
as $ff_metrics$
declare
    v_now constant timestamptz := _now();
begin
    return (
        with sample as materialized (
            select c.* from _counter_metrics(_hidden_lanes('read', 'operate')) as c
            union all
            select l.* from _lane_metrics(v_now) as l
            union all
            select d.* from _latency_metrics() as d
            union all
            select s.* from _state_metrics(v_now) as s
            union all
            select l.* from _limit_metrics() as l
            union all
            select j.* from _join_metrics() as j
        )

        select string_agg(f.text, '' order by f.family)
        from (
            select
                m.family,
                format(
                    e'# HELP %s %s\n# TYPE %s %s\n', m.family, m.help, m.family, m.metric_type
                ) || string_agg(
                    format(e'%s%s %s\n', m.family, _metric_labels(s.labels), s.value),
                    '' order by s.labels::text collate "C"
                ) as text
            from _metric_families() as m
            inner join sample as s on s.family = m.family
            group by m.family, m.metric_type, m.help
        ) as f
    );
end;
$ff_metrics$;

comment on function ff_metrics is
$$All metrics, in the text format of Prometheus: for an exporter that runs one statement, or for any SQL client.

Ticks add up the counters (`…_total`) from the events: each event once, up to the event watermark, so they lag by a second or two, survive restarts and retention, and never go back. Gauges show the present state. Lanes have their own series: in gauges the fifty with most due work, in `ff_attempt_outcome_total` the first fifty in which an attempt ended; the others share `lane="_others"`, and the estimates of `ff_overview` are in `lane="_all"`. Workers and waiting executions are counted up to 10,000, and `ff_budget_hit_total` is left out where budgets have more than 10,000 dimensions together. Latencies are quantiles of the executions that completed last, a thousand at most.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: none.

Example:
```sql
select flowfabric.ff_metrics();
```
$$;
