create or replace function _run_tick(
    p_max_rows integer,
    p_namespace text default null,
    p_is_about_to_commit boolean default false
)
returns setof ff_tick_job
language plpgsql
as $_run_tick$
declare
    v_is_current constant boolean := current_setting('transaction_isolation') = 'read committed';
    v_tick ff_tick_log := _begin_tick();
    -- of one namespace everything is done at once; what is done for all goes in rounds
    v_after_route_id constant integer := case
        when p_namespace is null then v_tick.route_cursor
        else -3
    end;
    v_to_route_id integer;
    v_proof _proof;
    v_count integer;
    v_trimmed ff_trimmed_executions;
    r_work record;
    v_has_more_routes boolean;
begin
    select n.p_to, n.p_has_more
    into v_to_route_id, v_has_more_routes
    from _next_routes(v_after_route_id, case when p_namespace is null then 500 end) as n;

    -- proofs compare locks, which are of the present, with tables, which show the snapshot
    if v_is_current then
        v_proof := _prove_clock();
        perform _watch_open_writers();
        perform _pay_rings();
        return next ('open_writers', 0, 0, _search_range_debts('200 milliseconds'))::ff_tick_job;
        select s.p_go_on_after, s.p_count
        into v_tick.debt_cursor, v_count
        from _settle_debts(v_tick.debt_cursor, p_max_rows) as s;
        return next (
            'debts', v_count, 0, v_tick.debt_cursor > 0 or v_count >= p_max_rows
        )::ff_tick_job;
        v_count := case
            when v_proof.proven_at is null then 0
            else _move_slow_heads(v_after_route_id, v_to_route_id, v_proof)
        end;
        return next ('heads', v_count, 0, false)::ff_tick_job;
        perform _mark_duplicate_routes(v_after_route_id, v_to_route_id);
        v_count := _merge_routes(p_max_rows);
        perform _retire_routes(v_proof.proven_at);
        return next ('routes', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
        perform _advance_watermark();
        return next ('watermark', 1, 0, false)::ff_tick_job;
        -- a flow may reach into any namespace
        v_count := case when p_namespace is null then _drain_flow_debts(p_max_rows) else 0 end;
        if p_namespace is null and v_count < p_max_rows then
            perform _move_debt_head(v_proof);
        end if;
        return next ('flows', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
        v_count := case when p_namespace is null then _tend_admission(p_max_rows) else 0 end;
        return next ('admission', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    end if;

    v_count := _fire_deadlines(v_proof, p_max_rows, p_namespace);
    return next ('deadlines', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    v_count := _fire_suspension_timeouts(v_proof, p_max_rows, p_namespace);
    return next ('suspensions', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    v_count := _note_lapses(
        v_after_route_id, v_to_route_id, v_tick.lapses_from, p_max_rows, p_namespace
    );
    return next ('lapses', v_count, 0, v_has_more_routes or v_count >= p_max_rows)::ff_tick_job;
    if not v_is_current then
        -- what another tick deleted since is still there to be seen; deleting it again fails
        return;
    end if;
    if v_count < p_max_rows and p_namespace is null then
        v_tick := _past_routes(v_tick, v_to_route_id, v_has_more_routes);
    end if;
    if p_namespace is null then
        v_trimmed := _trim_executions('tick', null, least(p_max_rows, 500), 500);
        return next ('retention', v_trimmed.trimmed, 0, v_trimmed.trimmed > 0)::ff_tick_job;
    end if;
    v_count := _trim_records(v_after_route_id, v_to_route_id, p_max_rows);
    return next ('records', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    if p_namespace is null then
        v_count := _count_events(p_max_rows);
        return next ('statistics', v_count, 0, v_count >= 100 * p_max_rows::bigint)::ff_tick_job;
        if p_is_about_to_commit then
            return next ('events', _turn_events(), 0, false)::ff_tick_job;
        else
            -- who writes or reads events waits for it: so at commit, too
            r_work := _event_work();
            if r_work.p_full_slot is not null or r_work.p_next_slot is not null then
                insert into ff_tick_request (is_about_events) values (true);
            end if;
            return next ('events', 0, 0, false)::ff_tick_job;
        end if;
    end if;
    insert into ff_tick_log (ticked_at, debt_cursor, route_cursor, round_began_at, lapses_from)
    values (
        v_tick.ticked_at, v_tick.debt_cursor,
        v_tick.route_cursor, v_tick.round_began_at, v_tick.lapses_from
    );
end;
$_run_tick$;

comment on function _run_tick is
'Runs the jobs of a tick, one after the other. Those that look at each route go on where the last tick stopped.';
