create or replace function _do_job(p_job _job)
returns _job
language plpgsql
as $_do_job$
declare
    r_done record;
begin
    case p_job.job
        -- of claims and ticks, for executions that are locked
        when 'settle' then
            p_job.ids := _settle_keys(p_job.keys, p_job.now_at, p_job.stop_at);
        when 'accept' then
            p_job.row_ids := _accept_rows(p_job);
        when 'admit' then
            p_job.row_ids := _admit_rows(p_job);
        when 'claim' then
            p_job.row_ids := _settle_and_accept(p_job);
        when 'promise' then
            p_job.ids := _promise_limits(
                p_job.keys[1], p_job.rules, p_job.until_at, p_job.now_at
            );

        -- of a commit, with the tick that it runs
        when 'commit' then
            perform _work_at_commit();

        -- of a tick, in their order
        when 'open_transactions' then
            p_job := _watch_transactions(p_job);
        when 'passed_rows' then
            select s.p_go_on_after, s.p_count
            into r_done
            from _settle_debts(p_job.debt_cursor, p_job.max_rows, p_job.stop_at) as s;
            p_job.debt_cursor := r_done.p_go_on_after;
            p_job.processed := r_done.p_count;
            p_job.has_more := p_job.debt_cursor > 0 or p_job.processed >= p_job.max_rows;
        when 'claim_speed' then
            p_job.processed := case
                when (p_job.proof).proven_at is null then 0
                else _move_slow_heads(
                    p_job.from_route_id, p_job.to_route_id, p_job.proof, p_job.stop_at
                )
            end;
            p_job.has_more := false;
        when 'routes' then
            p_job.processed := _tend_routes(p_job);
        when 'watermark' then
            perform _advance_watermark();
            p_job.processed := 1;
            p_job.has_more := false;
        when 'flows' then
            p_job.processed := _do_due_flow_todos(p_job.max_rows, p_job.stop_at);
            if p_job.processed < p_job.max_rows and _now() < p_job.stop_at then
                perform _move_todo_head(p_job.proof);
            end if;
        when 'flow_backlog' then
            p_job.processed := _do_flow_todos(p_job.max_rows, p_job.stop_at);
        when 'limits' then
            perform _align_routes(p_job.from_route_id, p_job.to_route_id);
            p_job.processed := _tend_admission(p_job.max_rows, p_job.stop_at)
                + _tend_fair_turns(p_job.from_route_id, p_job.to_route_id);
        when 'deadlines' then
            p_job.processed := _fire_deadlines(p_job.proof, p_job.max_rows, p_job.stop_at);
        when 'suspensions' then
            p_job.processed := _fire_suspension_timeouts(
                p_job.proof, p_job.max_rows, p_job.stop_at
            );
        when 'lapses' then
            r_done := _note_lapses(p_job);
            p_job.lapse_place := r_done.p_next;
            p_job.processed := r_done.p_count;
            p_job.has_more := (p_job.lapse_place).route_id is not null;
        when 'retention' then
            p_job.processed := (
                _trim_executions(
                    'tick', _default_retention_ms(), least(p_job.max_rows, 500), _retention_piece()
                )
            ).trimmed + _trim_empty_flows(p_job.max_rows);
            p_job.has_more := p_job.processed > 0;
        when 'records' then
            p_job.processed := _trim_records(
                p_job.from_route_id, p_job.to_route_id, p_job.max_rows
            ) + _trim_bells(p_job.max_rows);
        when 'statistics' then
            r_done := _count_events(p_job.max_rows, p_job.proof);
            p_job.processed := r_done.p_count;
            p_job.has_more := r_done.p_has_more
                or _trim_minutes(p_job.max_rows) >= p_job.max_rows;
            perform _count_lanes(p_job.from_route_id, p_job.to_route_id, p_job.stop_at);
        when 'events' then
            -- a bounded number: this may ride along with a commit
            p_job.processed := _trim_events(2 * p_job.max_rows);
            p_job.has_more := p_job.processed >= 2 * p_job.max_rows;
    end case;
    p_job.has_more := coalesce(
        p_job.has_more,
        p_job.processed >= p_job.max_rows
        or (p_job.processed > 0 and _now() >= p_job.stop_at)
    );
    return p_job;
end;
$_do_job$;

comment on function _do_job is
'Does a job, by its name. p_job has the job''s arguments and gets its results.';
