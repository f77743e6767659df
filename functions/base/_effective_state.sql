create or replace function _effective_state(
    p_state ff_state,
    p_claimable_at timestamptz,
    p_lease_expires_at timestamptz,
    p_now timestamptz
)
returns ff_state
language plpgsql
stable
as $_effective_state$
begin
    if _has_come_due(p_state, p_claimable_at, p_lease_expires_at, p_now) then
        return coalesce(
            (select v.state_when_due from ff_state_vector as v where v.state = p_state), p_state
        );
    end if;
    return p_state;
end;
$_effective_state$;

comment on function _effective_state is
'The state at p_now: an execution whose delay has ended is waiting, an execution whose lease ran out has lapsed.';
