create or replace function _is_lapse_due(
    p_state ff_state,
    p_claimable_at timestamptz,
    p_lease_ended_by ff_lease_end,
    p_lease_reclaim_count integer,
    p_policy jsonb,
    p_now timestamptz
)
returns boolean
language sql
stable
as $_is_lapse_due$
    select
        p_claimable_at <= p_now
        and (
            (p_state = 'active' and p_lease_ended_by is null)
            or (
                p_state in ('active', 'revoked')
                and not _may_be_taken_over(p_lease_reclaim_count, p_policy)
            )
        )
$_is_lapse_due$;

comment on function _is_lapse_due is
'Whether a lease has lapsed and that is not noted yet, or an execution was taken over too often and has not ended yet. Inlined where it is called.';
