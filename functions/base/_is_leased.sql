create or replace function _is_leased(
    p_state ff_state,
    p_lease_expires_at timestamptz,
    p_now timestamptz
)
returns boolean
language sql
immutable
as $_is_leased$
    select p_state = 'active' and p_lease_expires_at > p_now
$_is_leased$;

comment on function _is_leased is 'Does an execution have a live lease? At the exact end of the lease it does not.';
