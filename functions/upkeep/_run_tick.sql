create or replace function _run_tick(
    p_max_rows integer,
    p_rides_along boolean default false
)
returns setof ff_tick_job
language plpgsql
as $_run_tick$
declare
    v_is_current constant boolean := current_setting('transaction_isolation') = 'read committed';
    v_tick ff_tick_log := _begin_tick();
    v_job _job;
    v_name text;
    v_has_more_routes boolean;
begin
    select n.p_to, n.p_has_more
    into v_job.to_route_id, v_has_more_routes
    from _next_routes(v_tick.route_cursor, 500) as n;
    v_job.from_route_id := v_tick.route_cursor;
    v_job.debt_cursor := v_tick.debt_cursor;
    v_job.lapses_from := v_tick.lapses_from;
    v_job.max_rows := p_max_rows;
    foreach v_name in array case
        when v_is_current then array[
            'open_transactions', 'passed_rows', 'claim_speed', 'routes', 'watermark', 'flows',
            'limits', 'deadlines', 'suspensions', 'lapses', 'retention', 'records', 'statistics',
            'events'
        ]
        -- Proofs compare locks, which show the present, with tables, which show the snapshot. And
        -- an old snapshot still shows rows that another tick has deleted: deleting them fails.
        else array['deadlines', 'suspensions', 'lapses']
    end loop
        v_job.job := v_name;
        v_job.processed := 0;
        v_job.has_more := null;
        v_job.error_code := null;
        v_job := _run_job(v_job, p_passes_on => not p_rides_along);
        if v_job.error_code is not null then
            perform _note_job_error(v_job);
        elsif v_name = 'lapses' and v_is_current and v_job.processed < p_max_rows then
            v_tick := _past_routes(v_tick, v_job.to_route_id, v_has_more_routes);
        end if;
        return next (
            v_name,
            v_job.processed,
            (v_job.error_code is not null)::integer,
            coalesce(v_job.has_more, false) or (v_name = 'lapses' and v_has_more_routes)
        )::ff_tick_job;
    end loop;
    if v_is_current then
        insert into ff_tick_log (
            ticked_at, debt_cursor, route_cursor, round_began_at, lapses_from, next_lapses_from,
            lease_writers, era
        )
        values (
            v_tick.ticked_at, v_job.debt_cursor, v_tick.route_cursor, v_tick.round_began_at,
            v_tick.lapses_from, v_tick.next_lapses_from, v_tick.lease_writers, v_tick.era
        );
    end if;
end;
$_run_tick$;

comment on function _run_tick is
'Runs the jobs of a tick, one after the other, each in a block of its own. Jobs that look at each route go on where the last tick stopped.';
