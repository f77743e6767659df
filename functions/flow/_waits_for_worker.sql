create or replace function _waits_for_worker(
    p_state ff_state,
    p_claimable_at timestamptz,
    p_deadline_at timestamptz
)
returns boolean
language sql
immutable
as $_waits_for_worker$
    select
        p_state < 'children_first'
        or (
            _is_refused(p_state)
            -- an execution that an operator has blocked for a budget or a quota has no moment but
            -- its deadline
            and p_claimable_at is distinct from p_deadline_at
        )
$_waits_for_worker$;

comment on function _waits_for_worker is
'Can a claim take an execution in this state: now, later, or when its limits allow it?';
