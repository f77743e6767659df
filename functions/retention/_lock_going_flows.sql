create or replace function _lock_going_flows(
    p_flow_ids uuid[],
    p_older_than_ms bigint,
    p_now timestamptz,
    p_hidden text[],
    p_stop_at timestamptz
)
returns uuid[]
language plpgsql
as $_lock_going_flows$
declare
    v_kept uuid[];
    v_locked uuid[];
    v_new uuid[];
begin
    -- an old snapshot does not show members that were submitted or replayed after it
    if p_flow_ids = '{}' or current_setting('transaction_isolation') <> 'read committed' then
        return '{}'::uuid[];
    end if;
    -- read without a lock: flows that are kept are not touched
    v_kept := _kept_flows(
        array(
            select f.flow_id
            from ff_flow as f
            where f.flow_id = any (p_flow_ids) and not f.is_going
        ),
        p_older_than_ms, p_now, p_hidden, p_stop_at
    );
    select coalesce(array_agg(l.flow_id), '{}'), array_agg(l.flow_id) filter (where not l.is_going)
    into v_locked, v_new
    from (
        select f.flow_id, f.is_going
        from ff_flow as f
        where f.flow_id = any (p_flow_ids) and (f.is_going or f.flow_id <> all (v_kept))
        for update skip locked
    ) as l;
    if v_new is not null then
        -- Checked again in a statement after the lock: a call that adds or replays a member locks
        -- the row of the flow, so it has committed and is seen, or it finds the flow going.
        v_kept := _kept_flows(v_new, p_older_than_ms, p_now, p_hidden, p_stop_at);
        update ff_flow as f
        set is_going = true
        where f.flow_id = any (v_new) and f.flow_id <> all (v_kept);
        v_locked := array(
            select l.flow_id from unnest(v_locked) as l (flow_id) where l.flow_id <> all (v_kept)
        );
    end if;
    return v_locked;
end;
$_lock_going_flows$;

comment on function _lock_going_flows is
'Locks the flows, of a list of flows, of which no member need be kept any longer, marks them as going, and returns them. Skips those that another session holds.';
