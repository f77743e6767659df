create or replace function _count_events(
    p_limit integer,
    p_proof _proof default null,
    out p_count integer,
    out p_has_more boolean
)
language plpgsql
as $_count_events$
declare
    v_last constant ff_statistic := _lock_statistic();
    v_next ff_statistic;
    v_found _event_count[];
begin
    p_count := 0;
    p_has_more := false;
    if v_last.statistic_id is null then
        return;
    end if;
    v_next := _counted_to(v_last, p_proof, p_limit);
    if v_next = v_last
        and not exists (
            select 1 from ff_late_submission as s where s.execution_id < v_next.counted_below
        )
    then
        return;
    end if;
    -- by a later statement than the proofs
    v_found := array(
        select e
        from _event_counts(v_last.counted_event_id, v_next.counted_event_id) as e
        union all
        select s
        from _submission_counts(v_last.counted_below, v_next.counted_below, p_limit) as s
    );
    perform _add_to_minutes(v_found);
    insert into ff_statistic (
        counted_event_id, counted_at, counts, lane_counts, counted_below, marked_at, holders
    )
    select
        v_next.counted_event_id,
        _now(),
        coalesce(jsonb_object_agg(c.what, c.execution_count), '{}'),
        _added_to_lanes(v_last.lane_counts, v_found),
        v_next.counted_below,
        v_next.marked_at,
        v_next.holders
    from (
        select a.what, sum(a.execution_count) as execution_count
        from (
            select o.key as what, o.value::bigint as execution_count
            from jsonb_each_text(v_last.counts) as o
            union all
            select f.what, f.execution_count
            from unnest(v_found) as f
        ) as a
        group by a.what
    ) as c;
    delete from ff_statistic as s
    where s.ctid = any (array(
        select o.ctid
        from ff_statistic as o
        where (o.counted_event_id, o.statistic_id) < (v_last.counted_event_id, v_last.statistic_id)
        order by o.counted_event_id, o.statistic_id
        limit 100
        for update skip locked
    ));
    p_count := (v_next.counted_event_id - v_last.counted_event_id)::integer;
    p_has_more := p_count >= 100 * p_limit::bigint
        or (select sum(f.execution_count) from unnest(v_found) as f where f.what = 'submitted')
        >= p_limit;
end;
$_count_events$;

comment on function _count_events is
'Counts the events that were proven since the last time, at most p_limit hundreds, and the submissions, by lane and minute. Returns how many events it counted, and whether there may be more.';
