create or replace function _event_counts(p_after bigint, p_to bigint)
returns setof _event_count
language sql
stable
as $_event_counts$
    select n.what, r.lane_id, n.minute_at, n.execution_count
    from (
        select
            w.what,
            coalesce(b.route_id, e.route_id) as route_id,
            date_bin('1 minute', e.occurred_at, to_timestamp(0)) as minute_at,
            sum(
                coalesce(b.execution_count, cardinality((e.batch).execution_ids), 1)
            )::bigint as execution_count
        from ff_event_log as e
        left join lateral (
            select u.route_id, count(*) as execution_count
            from unnest((e.batch).route_ids) as u (route_id)
            group by u.route_id
        ) as b on (e.batch).route_ids is not null
        cross join lateral (
            select concat_ws(':', e.kind, case
                when e.kind = 'released' then e.details ->> 'reason'
                when e.kind = 'completed' then e.outcome::text
            end) as what
        ) as w
        where e.event_id > p_after and e.event_id <= p_to
        group by w.what, coalesce(b.route_id, e.route_id), minute_at
    ) as n
    left join ff_route as r on r.route_id = n.route_id
    union all
    -- losers of a race are counted once more, by reason
    select
        o.details ->> 'reason',
        null,
        date_bin('1 minute', o.occurred_at, to_timestamp(0)),
        1
    from ff_operator_event as o
    where
        o.event_id > p_after
        and o.event_id <= p_to
        and o.kind = 'completed'
        and o.details ->> 'source' = 'flow_cascade'
        and o.details ->> 'reason' ~ '^sibling_quorum_[a-z]+$'
$_event_counts$;

comment on function _event_counts is
'How many executions the events of a range concern, by kind and outcome, lane and minute.';
