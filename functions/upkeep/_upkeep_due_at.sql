create or replace function _upkeep_due_at(p_last ff_tick_log)
returns timestamptz
language plpgsql
as $_upkeep_due_at$
declare
    v_now constant timestamptz := _now();
    v_safe_event_id bigint;
    v_counted constant ff_statistic := _newest_statistic();
    v_is_behind boolean;
begin
    -- The last tick has left something, or the clock was set back.
    if p_last.tick_id is null
        or p_last.has_more
        or p_last.route_cursor >= 0
        or p_last.era <> (select e.last_value from ff_clock_era as e)
        or v_now < (select to_timestamp(m.last_value / 1e6::float8) from ff_clock_mark as m)
        or exists (select 1 from ff_debt)
        or exists (select 1 from ff_range_debt)
        or exists (select 1 from ff_lapse_debt)
        or exists (select 1 from ff_ring_request)
        or exists (select 1 from ff_tick_request)
        or exists (select 1 from ff_limit_todo)
        or exists (select 1 from ff_fair_turn as t where t.is_left)
        or exists (select 1 from ff_key_move)
        or exists (select 1 from ff_tag_index as i where i.complete_from is null or i.is_dropped)
        or exists (select 1 from ff_submitter_entry as o where o.written_by >= _first_uncounted())
        or _may_turn_switches_off()
        -- new routes may be duplicates
        or p_last.seen_route_id <> (select q.last_value from ff_route_route_id_seq as q)
    then
        return least(p_last.ticked_at, v_now);
    end if;
    -- Something has happened since. Every claim and every end of an execution writes an event.
    v_safe_event_id := coalesce(
        (select w.safe_event_id from ff_event_watermark as w order by w.watermark_id desc limit 1),
        0
    );
    select
        s.is_called and s.last_value > v_safe_event_id
        or v_safe_event_id > v_counted.counted_event_id
    into v_is_behind
    from ff_event_event_id_seq as s;
    if v_is_behind then
        return least(
            coalesce(
                (
                    select e.occurred_at
                    from ff_event_log as e
                    where e.event_id > v_safe_event_id
                    order by e.event_id
                    limit 1
                ),
                p_last.ticked_at
            ),
            v_now
        );
    end if;
    if _has_uncounted_submissions(v_counted) then
        return least(p_last.ticked_at, v_now);
    end if;
    return least(
        _next_timer_at(v_now),
        _first_due_since(p_last.lapses_from, v_now),
        _retention_due_at(v_now),
        _events_due_at(v_now),
        _minutes_due_at(),
        _idle_routes_due_at(p_last, v_safe_event_id),
        _leaving_routes_due_at(p_last, v_now),
        _lane_counts_due_at()
    );
end;
$_upkeep_due_at$;

comment on function _upkeep_due_at is
'The moment at which a tick has something to do, after the last one: past when it has, infinity when nothing is known. Only reads.';
