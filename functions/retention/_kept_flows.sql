create or replace function _kept_flows(
    p_flow_ids uuid[],
    p_older_than_ms bigint,
    p_now timestamptz,
    p_hidden text[]
)
returns uuid[]
language sql
volatile
as $_kept_flows$
    select coalesce(array_agg(f.flow_id), '{}')
    from unnest(p_flow_ids) as f (flow_id)
    cross join (select _unread_since(p_now) as unread_since offset 0) as u
    where exists (
        select 1
        from ff_flow_member as m
        inner join ff_exec_core as e
            on e.execution_id = m.execution_id
        where
            m.flow_id = f.flow_id
            and (
                not _is_past_retention(
                    e.terminal_at, e.policy, p_older_than_ms, u.unread_since, p_now
                )
                or (
                    e.idempotency_key is not null
                    and _is_known_by_key(e.namespace, e.idempotency_key, e.execution_id, p_now)
                )
                or exists (
                    select 1
                    from ff_route as r
                    where r.route_id = e.route_id and r.lane_id = any (p_hidden)
                )
            )
        offset 0
    )
$_kept_flows$;

comment on function _kept_flows is 'The flows, of a list of flows, that have a member which is still kept: all their members are kept.';
