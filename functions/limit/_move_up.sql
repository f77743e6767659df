create or replace function _move_up(
    p_limit_id uuid,
    p_limit_key text,
    p_count integer,
    p_is_whole boolean default false,
    p_after_priority integer default null,
    p_after_since timestamptz default null
)
returns integer
language plpgsql
as $_move_up$
declare
    v_now constant timestamptz := _now();
    v_bound constant integer := 5000;
    v_policy ff_quota_policy;
    v_free_at timestamptz[];
    v_ahead_count bigint;
    v_line _moved_row[];
    v_locked_ids uuid[];
    v_last _moved_row;
    v_moved _moved_row[];
begin
    select q.* into v_policy from ff_quota_policy as q where q.quota_policy_id = p_limit_id;
    -- those before the part that is looked at
    v_ahead_count := _count_ahead(
        p_limit_id, p_limit_key, p_after_priority, p_after_since, v_bound, v_now
    );
    v_line := array(
        select (
            w.execution_id, w.priority, w.waits_since, w.looks_at
        )::_moved_row
        from ff_admission_wait as w
        inner join ff_exec_core as e
            on e.execution_id = w.execution_id
        where
            w.limit_id = p_limit_id
            and w.limit_key = p_limit_key
            and w.limit_kind = 'rate'
            and w.looks_at > v_now
            and (_is_refused(e.state) or _is_active(e.state))
            and (
                p_after_priority is null
                or w.priority < p_after_priority
                or (w.priority = p_after_priority and w.waits_since > p_after_since)
            )
        order by w.priority desc, w.waits_since
        limit p_count
    );
    if v_line = '{}' then
        return 0;
    end if;
    v_locked_ids := array(
        select e.execution_id
        from unnest(v_line) as l
        inner join ff_exec_core as e
            on e.execution_id = l.execution_id
        where _is_refused(e.state) or _is_active(e.state)
        for no key update of e skip locked
    );
    if cardinality(v_locked_ids) < cardinality(v_line) then
        -- another session holds a row: it keeps its place, and is looked at again
        insert into ff_limit_todo (
            limit_id, limit_key, limit_kind, after_priority, after_since
        )
        values (p_limit_id, p_limit_key, 'rate', p_after_priority, p_after_since);
    end if;
    v_free_at := _nth_free_at(
        (
            p_limit_id, p_limit_key, true,
            v_policy.window_ms, v_policy.max_per_window, v_policy.max_concurrent
        )::_bucket,
        'rate'
    );
    v_moved := array(
        select (
            r.execution_id, r.priority, r.waits_since,
            _line_moment(v_free_at, v_policy.window_ms, v_ahead_count + r.item, v_now)
        )::_moved_row
        from unnest(v_line) with ordinality as r (
            execution_id, priority, waits_since, looks_at, item
        )
        -- a row that was admitted before it was locked has left the line
        inner join ff_admission_wait as w
            on w.execution_id = r.execution_id
            and w.looks_at = r.looks_at
        where
            r.execution_id = any (v_locked_ids)
            and r.looks_at
            <> _line_moment(v_free_at, v_policy.window_ms, v_ahead_count + r.item, v_now)
        order by r.item
    );
    perform _let_look(
        array(select m.execution_id from unnest(v_moved) as m),
        array(select m.looks_at from unnest(v_moved) as m)
    );
    if p_is_whole
        and cardinality(v_line) = p_count
        and v_ahead_count + p_count < v_bound
    then
        -- the line goes on: its next part, by the next tick
        v_last := v_line[p_count];
        insert into ff_limit_todo (
            limit_id, limit_key, limit_kind, after_priority, after_since
        )
        values (p_limit_id, p_limit_key, 'rate', v_last.priority, v_last.waits_since);
    end if;
    return cardinality(v_moved);
end;
$_move_up$;

comment on function _move_up is
'Gives rows in the line of a rate the moments when their places come free, as known now: the first p_count, or those behind a place in the line. With p_is_whole a longer line leaves a todo. Returns how many rows moved.';
