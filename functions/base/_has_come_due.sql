create or replace function _has_come_due(
    p_state ff_state,
    p_claimable_at timestamptz,
    p_lease_expires_at timestamptz,
    p_now timestamptz
)
returns boolean
language sql
immutable
as $_has_come_due$
    select case when p_state = 'active' then p_lease_expires_at else p_claimable_at end <= p_now
$_has_come_due$;

comment on function _has_come_due is
'Has the lease of an active execution run out, or the time come at which another may be claimed?';
