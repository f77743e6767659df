create or replace function _run_tick(
    p_max_rows integer,
    p_time interval,
    p_rides_along boolean default false
)
returns setof ff_tick_job
language plpgsql
as $_run_tick$
declare
    v_is_current constant boolean := current_setting('transaction_isolation') = 'read committed';
    v_names constant text[] := case
        when v_is_current then array[
            'open_transactions', 'passed_rows', 'claim_speed', 'routes', 'watermark', 'flows',
            'limits', 'deadlines', 'suspensions', 'lapses', 'retention', 'records', 'statistics',
            'events'
        ]
        -- Proofs compare locks, which show the present, with tables, which show the snapshot. And
        -- an old snapshot still shows rows that another tick has deleted: deleting them fails.
        else array['deadlines', 'suspensions', 'lapses']
    end;
    v_tick ff_tick_log;
    v_done ff_tick_job[] := array(
        select (n.name, 0, 0, true)::ff_tick_job from unnest(v_names) as n (name)
    );
    v_job _job;
    v_has_more_routes boolean;
    v_next integer;
    v_count integer := 0;
begin
    if v_is_current and not p_rides_along and _upkeep_due_at(_last_tick()) > _now() then
        return query
        select n.name, 0::bigint, 0::bigint, false from unnest(v_names) as n (name);
        return;
    end if;
    v_tick := _begin_tick();
    v_job.max_rows := p_max_rows;
    v_job.stop_at := _now() + p_time;
    select n.p_to, n.p_has_more
    into v_job.to_route_id, v_has_more_routes
    from _next_routes(v_tick.route_cursor, 500) as n;
    v_job.from_route_id := v_tick.route_cursor;
    v_job.debt_cursor := v_tick.debt_cursor;
    v_job.lapses_from := v_tick.lapses_from;
    v_job.lapse_place := v_tick.lapse_place;
    v_job.looks_for_idle := v_tick.is_idle_look;

    -- The first job is always done: it has the proof of the clock, which others need. The tick goes
    -- on with the job at which the last one had no more time.
    v_next := 1;
    while v_next <= cardinality(v_names) loop
        v_job.job := v_names[v_next];
        v_job.processed := 0;
        v_job.has_more := null;
        v_job.error_code := null;
        v_job := _run_job(v_job, p_passes_on => not p_rides_along);
        if v_job.error_code is not null then
            perform _note_job_error(v_job);
            if v_job.job = 'lapses' then
                -- the round does not pass these routes
                v_job.lapse_place := _lapse_place(v_job);
            end if;
        end if;
        v_done[v_next] := (
            v_job.job,
            v_job.processed,
            (v_job.error_code is not null)::integer,
            coalesce(v_job.has_more, false)
        )::ff_tick_job;
        v_tick.left_more := v_tick.left_more or v_done[v_next].more;
        v_count := v_count + 1;
        v_next := case
            when v_next = 1 and v_is_current then greatest(v_tick.next_job, 2)
            else v_next + 1
        end;
        exit when v_count > 1 and _now() >= v_job.stop_at;
    end loop;

    if v_is_current then
        v_tick.next_job := v_next;
        v_tick.debt_cursor := v_job.debt_cursor;
        v_tick.lapse_place := v_job.lapse_place;
        v_tick.has_more := true;
        if v_next > cardinality(v_names) then
            v_tick.next_job := 1;
            -- of all jobs, also those that the ticks before this one have done
            v_tick.has_more := v_tick.left_more;
            v_tick.left_more := false;
            if (v_job.lapse_place).route_id is null then
                v_tick := _past_routes(v_tick, v_job.to_route_id, v_has_more_routes);
            end if;
        end if;
        insert into ff_tick_log (
            ticked_at, debt_cursor, route_cursor, round_began_at, lapses_from, next_lapses_from,
            lease_writers, era, next_job, lapse_place, left_more, has_more,
            seen_route_id, is_idle_look,
            next_idle_look_at, idle_look_event
        )
        values (
            v_tick.ticked_at, v_tick.debt_cursor, v_tick.route_cursor, v_tick.round_began_at,
            v_tick.lapses_from, v_tick.next_lapses_from, v_tick.lease_writers, v_tick.era,
            v_tick.next_job, v_tick.lapse_place, v_tick.left_more, v_tick.has_more,
            v_tick.seen_route_id,
            v_tick.is_idle_look, v_tick.next_idle_look_at, v_tick.idle_look_event
        );
    end if;
    return query
    select
        d.job, d.processed, d.errors, d.more or (d.job = 'lapses' and v_has_more_routes)
    from unnest(v_done) as d;
end;
$_run_tick$;

comment on function _run_tick is
'Runs the jobs of a tick, one after the other, each in a block of its own, until the time is over; the next tick goes on there. Jobs that look at each route do so for some routes at a time.';
