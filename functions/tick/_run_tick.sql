create or replace function _run_tick(p_max_rows integer, p_namespace text default null)
returns setof ff_tick_job
language plpgsql
as $_run_tick$
declare
    v_begun_at constant timestamptz := _now();
    v_last ff_tick_log;
    v_debt_cursor bigint;
    v_lapses_from timestamptz;
    v_proven_at timestamptz;
    v_count integer;
    v_are_all_noted boolean;
begin
    select t.* into v_last from ff_tick_log as t order by t.tick_id desc limit 1;
    v_debt_cursor := coalesce(v_last.debt_cursor, 0);
    v_lapses_from := coalesce(v_last.lapses_from, '-infinity');

    -- proofs compare locks, which are of the present, with tables, which show the snapshot
    if current_setting('transaction_isolation') = 'read committed' then
        v_proven_at := _prove_clock();
        perform _watch_open_writers();
        return next ('open_writers', 0, 0, _search_range_debts('200 milliseconds'))::ff_tick_job;
        v_debt_cursor := _settle_debts(v_debt_cursor, p_max_rows);
        return next ('debts', 0, 0, v_debt_cursor > 0)::ff_tick_job;
        v_count := case when v_proven_at is null then 0 else _move_slow_heads(v_proven_at) end;
        return next ('heads', v_count, 0, false)::ff_tick_job;
        v_count := _merge_routes(v_proven_at, p_max_rows);
        return next ('routes', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
        perform _advance_watermark();
        return next ('watermark', 1, 0, false)::ff_tick_job;
    end if;

    v_count := _fire_deadlines(v_proven_at, p_max_rows, p_namespace);
    return next ('deadlines', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    v_count := _fire_suspension_timeouts(v_proven_at, p_max_rows, p_namespace);
    return next ('suspensions', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    v_count := _note_lapses(v_lapses_from, p_max_rows, p_namespace);
    return next ('lapses', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    v_are_all_noted := v_count < p_max_rows;
    if current_setting('transaction_isolation') = 'read committed' then
        -- in an older snapshot what another tick deleted is still there; deleting it again fails
        v_count := _trim_records(p_max_rows);
        return next ('records', v_count, 0, v_count >= p_max_rows)::ff_tick_job;
    end if;
    if v_are_all_noted and p_namespace is null then
        -- a little back, for what was locked just now and for clocks that are not quite steady
        v_lapses_from := v_begun_at - interval '1 second';
    end if;
    if current_setting('transaction_isolation') = 'read committed' then
        insert into ff_tick_log (ticked_at, debt_cursor, lapses_from)
        values (v_begun_at, v_debt_cursor, v_lapses_from);
    end if;
end;
$_run_tick$;

comment on function _run_tick is 'Runs the jobs of a tick, one after the other.';
