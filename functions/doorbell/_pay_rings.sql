create or replace function _pay_rings()
returns void
language plpgsql
as $_pay_rings$
begin
    -- What is there to be seen was left by transactions that were prepared and cannot ring. It is
    -- written anew, for the trigger knows when it may.
    with owed as (
        delete from ff_ring_request as r
        where r.ctid = any (array(
            select o.ctid from ff_ring_request as o limit 1000 for update skip locked
        ))
        returning r.lane_id, r.claimable_at
    )

    insert into ff_ring_request (lane_id, claimable_at)
    select o.lane_id, min(o.claimable_at)
    from owed as o
    group by o.lane_id;
end;
$_pay_rings$;

comment on function _pay_rings is
'Rings for two-phase transactions that have committed, when this one commits.';
