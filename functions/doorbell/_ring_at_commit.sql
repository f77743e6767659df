create or replace function _ring_at_commit()
returns trigger
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $_ring_at_commit$
declare
    v_row_ids tid[];
    v_channels text[];
begin
    -- A transaction that has notified cannot be prepared. Its request stays, and is paid by the
    -- first tick after its commit.
    if current_query() ~* 'prepare.*transaction' then
        return null;
    end if;
    delete from ff_ring_request as r where r.request_id = new.request_id;
    if current_setting('transaction_isolation') <> 'read committed' then
        perform pg_notify('flowfabric', new.lane_id);
        return null;
    end if;

    -- All are rung, also what somebody else is taking down at this moment: that commit may fail.
    select array_agg(d.ctid), array_agg(distinct d.channel)
    into v_row_ids, v_channels
    from ff_doorbell as d
    where d.lane_id = new.lane_id and d.expires_at > new.claimable_at;
    perform pg_notify(c.channel, new.lane_id) from unnest(v_channels) as c (channel);
    v_row_ids := array(
        select d.ctid from ff_doorbell as d where d.ctid = any (v_row_ids) for update skip locked
    );
    delete from ff_doorbell as d where d.ctid = any (v_row_ids);
    return null;
end;
$_ring_at_commit$;

comment on function _ring_at_commit is
'Rings the doorbells of a lane when a transaction commits that has made something claimable there, and takes them down.';
