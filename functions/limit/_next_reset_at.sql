create or replace function _next_reset_at(p_budget ff_budget, p_now timestamptz)
returns timestamptz
language sql
stable
as $_next_reset_at$
    -- on the schedule, however late the reset is done
    select p_budget.next_reset_at + interval '1 millisecond' * (
        p_budget.reset_interval_ms * (
            floor(
                extract(epoch from p_now - p_budget.next_reset_at) * 1000
                / p_budget.reset_interval_ms
            ) + 1
        )
    )::float8
$_next_reset_at$;

comment on function _next_reset_at is 'The end of the period that began with the last due reset.';
