create or replace function _ring_at_commit()
returns trigger
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $_ring_at_commit$
declare
    -- it may have been made read only since it asked for the ring
    v_may_write constant boolean := current_setting('transaction_read_only') = 'off';
    v_is_current constant boolean
    := v_may_write and current_setting('transaction_isolation') = 'read committed';
    -- a commit takes down so many at most; the next ring, or a tick, finds the others
    v_limit constant integer := 1000;
    -- any login may listen: it must not be told the names of lanes
    v_lane_mark constant text := encode(sha256(convert_to(new.lane_id, 'UTF8')), 'hex');
    v_row_ids tid[];
    v_channels text[];
begin
    -- A transaction that has notified cannot be prepared. Its request stays, and the first tick
    -- after its commit rings.
    if _is_being_prepared() then
        return null;
    end if;
    if v_may_write then
        delete from ff_ring_request as r where r.request_id = new.request_id;
    end if;
    if v_is_current then
        perform _drop_ring_requests(new);
    end if;
    -- All bells that can be seen are rung, also those that another transaction is just taking down:
    -- its commit may fail. An older snapshot, and a transaction that may not write, rings on
    -- suspicion, and takes none down.
    if new.lane_id is not null and not v_is_current then
        perform pg_notify('flowfabric', v_lane_mark);
    elsif new.lane_id is not null then
        select array_agg(d.row_id), array_agg(distinct d.channel)
        into v_row_ids, v_channels
        from (
            select b.ctid as row_id, b.channel
            from ff_doorbell as b
            where b.lane_id = new.lane_id and b.expires_at > new.claimable_at
            limit v_limit
        ) as d;
        if cardinality(v_row_ids) = v_limit then
            -- the channel that all workers listen to
            v_channels := array['flowfabric'];
        end if;
        perform pg_notify(c.channel, v_lane_mark) from unnest(v_channels) as c (channel);
        v_row_ids := array(
            select d.ctid
            from ff_doorbell as d
            where d.ctid = any (v_row_ids)
            for update skip locked
        );
        delete from ff_doorbell as d where d.ctid = any (v_row_ids);
    elsif new.safe_event_id is not null then
        perform pg_notify('ff_events', '')
        where
            not v_is_current
            or exists (
                select 1 from ff_event_bell as b where b.after_event_id < new.safe_event_id
            );
        v_row_ids := array(
            select b.ctid
            from ff_event_bell as b
            where v_is_current and b.after_event_id < new.safe_event_id
            limit v_limit
            for update skip locked
        );
        delete from ff_event_bell as b where b.ctid = any (v_row_ids);
    elsif new.ended_id is not null then
        perform pg_notify('ff_results', new.ended_id::text)
        where
            not v_is_current
            or exists (select 1 from ff_end_bell as b where b.execution_id = new.ended_id);
        -- a waiter is woken once, whichever of its executions ends first
        v_row_ids := array(
            select b.ctid
            from ff_end_bell as b
            where
                v_is_current
                and b.waiter_id in (
                    select o.waiter_id from ff_end_bell as o where o.execution_id = new.ended_id
                )
            limit v_limit
            for update skip locked
        );
        delete from ff_end_bell as b where b.ctid = any (v_row_ids);
    else
        perform pg_notify('ff_frames', new.execution_id::text)
        where
            not v_is_current
            or exists (
                select 1
                from ff_stream_bell as b
                where b.execution_id = new.execution_id
            );
        v_row_ids := array(
            select b.ctid
            from ff_stream_bell as b
            where
                v_is_current
                and b.execution_id = new.execution_id
            limit v_limit
            for update skip locked
        );
        delete from ff_stream_bell as b where b.ctid = any (v_row_ids);
    end if;
    return null;
end;
$_ring_at_commit$;

comment on function _ring_at_commit is
'Rings the bells that a request is for, when its transaction commits, and takes them down: those of workers that sleep at a lane, of readers of events, of readers of a stream, of sessions that wait for results. The only function that notifies.';
