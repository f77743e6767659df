create or replace function _fence_moment(p_lease_expires_at timestamptz, p_announced_at timestamptz)
returns timestamptz
language sql
volatile
as $_fence_moment$
    select case
        when p_lease_expires_at <= p_announced_at then least(p_announced_at, _now())
        else p_announced_at
    end
$_fence_moment$;

comment on function _fence_moment is
'The moment at which a call judges a lease: the present time of the clock. An announced moment may be later than the clock, when the clock was set back and no tick has noticed that yet. Inlined where it is called.';
