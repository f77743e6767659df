create or replace function _tend_admission(p_limit integer, p_stop_at timestamptz)
returns integer
language plpgsql
as $_tend_admission$
begin
    return _reset_due_budgets(p_limit)
        + _pass_unclaimed(p_limit)
        + _do_limit_todos(p_limit, p_stop_at)
        + _free_dead_reservations(p_limit)
        + _trim_admission(p_limit, p_stop_at)
        + _count_submitters(p_limit, p_stop_at);
end;
$_tend_admission$;

comment on function _tend_admission is
'The work of a tick for limits: it resets, passes over, wakes, frees, removes and counts; returns how much.';
