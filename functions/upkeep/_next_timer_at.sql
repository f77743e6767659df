create or replace function _next_timer_at(p_now timestamptz)
returns timestamptz
language sql
stable
as $_next_timer_at$
    -- each by the index that its job goes by
    select least(
        (
            select e.deadline_at
            from ff_exec_core as e
            where
                e.deadline_at >= _head_of(0)
                and e.terminal_at is null
                and not _is_put_off(e.execution_id, p_now)
            order by e.deadline_at
            limit 1
        ),
        (
            select s.timeout_at
            from ff_suspension as s
            where
                s.timeout_at >= _head_of(-1)
                and s.closed_at is null
                and not _is_put_off(s.execution_id, p_now)
            order by s.timeout_at
            limit 1
        ),
        (
            select t.due_at
            from ff_flow_todo as t
            where t.due_at >= _head_of(-2)
            order by t.due_at
            limit 1
        ),
        (
            select b.next_reset_at
            from ff_budget as b
            where b.next_reset_at is not null
            order by b.next_reset_at
            limit 1
        ),
        (select k.expires_at from ff_budget_key as k order by k.expires_at limit 1),
        -- a row in the line of a rate, which later rows may pass then
        (
            select w.looks_at + _grace()
            from ff_admission_wait as w
            where w.limit_kind = 'rate' and w.looks_at > '-infinity'
            order by w.looks_at
            limit 1
        ),
        -- rows that a tick may be able to remove then
        (select g.look_at from ff_admission_guard as g order by g.look_at limit 1),
        (
            select b.look_at
            from ff_limit_lock as b
            where b.look_at is not null
            order by b.look_at
            limit 1
        ),
        (select n.look_at from ff_empty_flow as n order by n.look_at limit 1),
        'infinity'
    )
$_next_timer_at$;

comment on function _next_timer_at is
'The earliest of the moments for which ticks have jobs: deadlines, timeouts of suspensions, flow todos, resets of budgets, expired keys, places in lines that no claim took, and rows that may be of no use any more.';
