create or replace function _request_ring(p_lane_id text, p_claimable_at timestamptz)
returns void
language plpgsql
as $_request_ring$
declare
    -- anybody may set it, so it is read as text first; no DateStyle changes how it is written
    v_rung_for constant text := current_setting('flowfabric.rung_for', true);
begin
    -- Once for a lane is enough, unless this is due before. (ROLLBACK TO a savepoint takes back
    -- both, the setting and the row.)
    if current_setting('flowfabric.rung_lane', true) = p_lane_id
        and (
            case
                when v_rung_for ~ '^[0-9]{1,15}([.][0-9]{1,6})?$'
                    then v_rung_for::numeric <= extract(epoch from p_claimable_at)
            end
        )
        or current_setting('flowfabric.doorbell', true) = 'off'
    then
        return;
    end if;
    -- an older snapshot does not show who has begun to sleep since then: it rings on suspicion
    if current_setting('transaction_isolation') = 'read committed'
        and not exists (
            select 1
            from ff_doorbell as d
            where d.lane_id = p_lane_id and d.expires_at > p_claimable_at
        )
    then
        return;
    end if;
    insert into ff_ring_request (lane_id, claimable_at) values (p_lane_id, p_claimable_at);
    perform set_config('flowfabric.rung_lane', p_lane_id, true);
    perform set_config('flowfabric.rung_for', extract(epoch from p_claimable_at)::text, true);
end;
$_request_ring$;

comment on function _request_ring is
'Requests a ring for the workers that sleep at a lane, if any of them would sleep past the moment given.';
