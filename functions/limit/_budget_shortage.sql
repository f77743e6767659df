create or replace function _budget_shortage(
    p_budget_id uuid,
    p_execution_id uuid,
    p_now timestamptz
)
returns setof timestamptz
language sql
stable
rows 1
as $_budget_shortage$
    select case
        -- reservations alone may use up the period that has begun since
        when b.next_reset_at <= p_now then _next_reset_at(b, p_now)
        else coalesce(b.next_reset_at, 'infinity')
    end
    from ff_budget as b
    where
        b.budget_id = p_budget_id
        and b.enforcement_mode = 'strict'
        and exists (
            select 1
            from ff_budget_usage as u
            where
                u.budget_id = p_budget_id
                and u.hard_limit > 0
                -- a period that has ended counts as reset, also before the reset was done
                and case when b.next_reset_at <= p_now then 0 else u.used end
                    + (
                        -- _reserved_by_others, written out: it would not be inlined
                        select coalesce(sum(r.reserved), 0)
                        from ff_budget_reservation as r
                        where
                            r.budget_id = p_budget_id
                            and r.dimension = u.dimension
                            and r.execution_id is distinct from p_execution_id
                    )
                    >= u.hard_limit
        )
$_budget_shortage$;

comment on function _budget_shortage is
'One row when a budget has nothing left for an execution (null: for any that has reserved nothing): when it will be reset. It is only read; a charge is judged under its lock. Inlined where it is called.';
