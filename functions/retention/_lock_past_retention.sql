create or replace function _lock_past_retention(
    p_from uuid,
    p_to uuid,
    p_older_than_ms bigint,
    p_limit integer,
    p_hidden text[],
    p_stop_at timestamptz
)
returns uuid[]
language plpgsql
as $_lock_past_retention$
declare
    v_now constant timestamptz := _now();
    v_going uuid[];
begin
    v_going := _lock_going_flows(
        array(
            select distinct e.flow_id
            from ff_exec_core as e
            where
                e.execution_id > p_from
                and e.execution_id <= p_to
                and e.flow_id is not null
                and e.terminal_at is not null
        ),
        p_older_than_ms, v_now, p_hidden, p_stop_at
    );
    return array(
        select e.execution_id
        from ff_exec_core as e
        -- in the same snapshot: the end of an execution between two snapshots would count as read
        cross join (select _unread_since(v_now) as unread_since offset 0) as u
        where
            e.execution_id > p_from
            and e.execution_id <= p_to
            and e.terminal_at is not null
            and _is_past_retention(
                e.terminal_at, e.policy, p_older_than_ms, u.unread_since, v_now
            )
            and (e.flow_id is null or e.flow_id = any (v_going))
            and (e.parent_id is null or not _is_kept_child(e))
            and (
                p_hidden = '{}'
                or not exists (
                    select 1
                    from ff_route as r
                    where r.route_id = e.route_id and r.lane_id = any (p_hidden)
                )
            )
            and (
                e.idempotency_key is null
                or not _is_known_by_key(e.namespace, e.idempotency_key, e.execution_id, v_now)
            )
        order by e.execution_id
        limit p_limit
        for update of e skip locked
    );
end;
$_lock_past_retention$;

comment on function _lock_past_retention is
'Locks the executions in a range of the key that need not be kept any longer. Skips those that another session holds, or whose flow another session holds, and those in lanes that are hidden from the caller.';
