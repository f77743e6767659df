create or replace function _needs_visit(
    p_state ff_state,
    p_claimable_at timestamptz,
    p_deadline_at timestamptz,
    p_head_at timestamptz,
    p_merged_into integer,
    p_due_since timestamptz,
    p_is_lapse_due boolean,
    p_now timestamptz
)
returns boolean
language sql
immutable
as $_needs_visit$
    select coalesce(
        p_state < 'completed'
        and (
            p_deadline_at <= p_now
            or p_is_lapse_due
            -- timeouts of suspensions also have a head of their own
            or (p_claimable_at <= p_now and _is_suspended(p_state))
            or p_claimable_at < p_head_at
            or (p_claimable_at is not null and p_merged_into is not null)
            -- it was due before the clock was set back; or a grant reserves it
            or (
                p_claimable_at > p_now
                and (
                    _is_eligible(p_state)
                    or p_state = 'revoked'
                    or p_claimable_at = p_due_since
                )
            )
        ),
        false
    )
$_needs_visit$;

comment on function _needs_visit is
'Whether a row that a head passed needs something: a new moment, the successor of its route, or its end. Inlined where it is called.';
