create or replace function _ring(p_lane_id text, p_claimable_at timestamptz)
returns void
language plpgsql
as $_ring$
begin
    -- nearly always no worker sleeps, and this is all
    if (select to_timestamp(m.last_value) > p_claimable_at from ff_doorbell_until as m) then
        perform _request_ring(p_lane_id, p_claimable_at);
    end if;
end;
$_ring$;

comment on function _ring is
'Wakes the workers that sleep at a lane, when the transaction commits. Gate H must be held, or a worker that is about to sleep could be missed.';
