create or replace function _ring(p_lane_id text, p_claimable_at timestamptz)
returns void
language plpgsql
as $_ring$
begin
    -- nearly always no worker sleeps, and this is all
    if to_timestamp(pg_sequence_last_value('ff_doorbell_until'::regclass)) > p_claimable_at then
        perform _request_ring(p_lane_id, p_claimable_at);
    end if;
end;
$_ring$;

comment on function _ring is
'Wakes the workers that sleep at a lane, when the transaction commits. Gate H must be held, or a worker that is about to sleep could be missed.';
