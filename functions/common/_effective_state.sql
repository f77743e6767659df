create or replace function _effective_state(
    p_state ff_state,
    p_claimable_at timestamptz,
    p_lease_expires_at timestamptz,
    p_now timestamptz
)
returns ff_state
language sql
stable
as $_effective_state$
    select coalesce(v.state_when_due, p_state)
    from (select) as always
    left join ff_state_vector as v
        on v.state = p_state
        and case when p_state = 'active' then p_lease_expires_at else p_claimable_at end <= p_now
$_effective_state$;

comment on function _effective_state is
'The state as it is at p_now: a delay that is over is waiting, a lease that ran out has lapsed.';
