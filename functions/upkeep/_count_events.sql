create or replace function _count_events(p_limit integer)
returns integer
language plpgsql
as $_count_events$
declare
    v_last ff_statistic;
    v_to bigint;
    v_new jsonb;
begin
    select s.*
    into v_last
    from ff_statistic as s
    order by s.counted_event_id desc, s.statistic_id desc
    limit 1;
    v_last.counted_event_id := coalesce(v_last.counted_event_id, 0);
    v_to := (
        select w.safe_event_id from ff_event_watermark as w order by w.watermark_id desc limit 1
    );
    v_to := least(v_to, v_last.counted_event_id + 100 * p_limit::bigint);
    if (v_to > v_last.counted_event_id) is not true then
        return 0;
    end if;
    select jsonb_object_agg(n.what, n.execution_count)
    into v_new
    from (
        select
            w.what,
            sum(coalesce(cardinality((e.batch).execution_ids), 1)) as execution_count
        from ff_event_log as e
        left join ff_operator_event as o
            on e.outcome = 'cancelled' and o.event_id = e.event_id
        cross join lateral (
            values
            (
                concat_ws(':', e.kind, case
                    when e.kind = 'released' then e.details ->> 'reason'
                    when e.kind = 'completed' then e.outcome::text
                end)
            ),
            -- losers of a race are counted once more, by reason
            (
                case
                    when o.details ->> 'source' = 'flow_cascade'
                        then substring(o.details ->> 'reason' from '^sibling_quorum_[a-z]+$')
                end
            )
        ) as w (what)
        where
            e.event_id > v_last.counted_event_id
            and e.event_id <= v_to
            and w.what is not null
        group by w.what
    ) as n;
    insert into ff_statistic (counted_event_id, counted_at, counts)
    select v_to, _now(), coalesce(jsonb_object_agg(c.what, c.execution_count), '{}')
    from (
        select a.key as what, sum(a.value::bigint) as execution_count
        from (
            select o.key, o.value from jsonb_each_text(coalesce(v_last.counts, '{}')) as o
            union all
            select o.key, o.value from jsonb_each_text(coalesce(v_new, '{}')) as o
        ) as a
        group by a.key
    ) as c;
    delete from ff_statistic as s
    where s.ctid = any (array(
        select o.ctid
        from ff_statistic as o
        where o.counted_event_id < v_last.counted_event_id
        order by o.counted_event_id
        limit 100
        for update skip locked
    ));
    return (v_to - v_last.counted_event_id)::integer;
end;
$_count_events$;

comment on function _count_events is
'Counts the events that were proven since the last time, for ff_metrics: at most p_limit hundreds. Returns how many it counted.';
