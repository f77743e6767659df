create or replace function _kept_flows(
    p_flow_ids uuid[],
    p_older_than_ms bigint,
    p_now timestamptz,
    p_hidden text[],
    p_stop_at timestamptz
)
returns uuid[]
language plpgsql
volatile
as $_kept_flows$
declare
    -- by chance, so that none comes last each time
    v_flow_ids constant uuid[] := array(
        select f.flow_id from unnest(p_flow_ids) as f (flow_id) order by random()
    );
    v_kept uuid[] := '{}'::uuid[];
begin
    for v_item in 1..cardinality(v_flow_ids) loop
        if exists (
            select 1
            from ff_flow_member as m
            inner join ff_exec_core as e
                on e.execution_id = m.execution_id
            cross join (select _unread_since(p_now) as unread_since offset 0) as u
            where
                m.flow_id = v_flow_ids[v_item]
                and (
                    not _is_past_retention(
                        e.terminal_at, e.policy, p_older_than_ms, u.unread_since, p_now
                    )
                    or (e.parent_id is not null and _is_kept_child(e))
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
        ) then
            v_kept := v_kept || v_flow_ids[v_item];
        end if;
        if _now() >= p_stop_at then
            -- a later pass asks for the others
            return v_kept || v_flow_ids[v_item + 1:];
        end if;
    end loop;
    return v_kept;
end;
$_kept_flows$;

comment on function _kept_flows is
'The flows, of a list of flows, that have a member which is still kept: all their members are kept. A flow of 10,000 members may be read whole for one of them, so those that p_stop_at leaves no time for count as kept.';
