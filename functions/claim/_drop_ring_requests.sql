create or replace function _drop_ring_requests(p_paid ff_ring_request)
returns void
language plpgsql
as $_drop_ring_requests$
declare
    v_limit constant integer := 1000;
    v_row_ids constant tid[] := array(
        select r.ctid
        from ff_ring_request as r
        where
            r.request_id < p_paid.request_id
            and r.lane_id is not distinct from p_paid.lane_id
            and r.execution_id is not distinct from p_paid.execution_id
            and r.ended_id is not distinct from p_paid.ended_id
            -- a request that rings fewer workers, at most
            and coalesce(
                r.claimable_at >= p_paid.claimable_at,
                r.safe_event_id <= p_paid.safe_event_id,
                true
            )
        limit v_limit
        for update skip locked
    );
begin
    delete from ff_ring_request as r where r.ctid = any (v_row_ids);
end;
$_drop_ring_requests$;

comment on function _drop_ring_requests is
'Removes the requests that two-phase transactions have left for bells that are rung now: a tick has written another one for them.';
