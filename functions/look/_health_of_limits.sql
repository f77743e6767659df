create or replace function _health_of_limits(p_now timestamptz)
returns setof ff_health_check
language sql
stable
as $_health_of_limits$
    select
        'limits',
        _health_verdict(
            r.due_since < p_now - interval '10 minutes' or d.pending_count >= 10000,
            r.due_since < p_now - interval '1 minute' or d.pending_count >= 100
        ),
        jsonb_strip_nulls(jsonb_build_object(
            'pending_count', d.pending_count,
            'waiting_count', w.waiting_count,
            'waiting_since', w.waiting_since,
            'reset_due_since', r.due_since
        )),
        'Ticks wake waiting executions, reset budgets and stop flows of exhausted budgets. Check '
        || 'that they run (see tick), and end transactions that stay open.'
    from (select count(*) as pending_count from (select from ff_limit_todo limit 10000) as b) as d
    cross join (
        select count(*) as waiting_count, min(b.waits_since) as waiting_since
        from (select o.waits_since from ff_admission_wait as o limit 10000) as b
    ) as w
    cross join (
        select min(b.next_reset_at) as due_since
        from ff_budget as b
        where b.next_reset_at <= p_now
    ) as r
$_health_of_limits$;

comment on function _health_of_limits is
'Part of ff_health: releases after which executions are still to be woken, and resets that are due.';
