create or replace function _unblock_children(p_row_ids tid[], p_now timestamptz)
returns void
language plpgsql
as $_unblock_children$
declare
    r_released record;
begin
    update ff_edge_group as g
    set is_open = false
    from ff_exec_core as e
    where
        e.ctid = any (p_row_ids)
        and g.downstream_id = e.execution_id
        and g.is_open;
    for r_released in
        update ff_exec_core as e
        set
            state = case e.state
                when 'children_first' then
                    case when d.is_due then 'waiting_first' else 'delayed_first' end
                when 'children_retry' then
                    case when d.is_due then 'waiting_retry' else 'backoff_retry' end
                when 'children_resume' then
                    case when d.is_due then 'waiting_resume' else 'delayed_resume' end
                else 'waiting_replay'
            end::ff_state,
            -- routes may have been merged while it could not be claimed
            route_id = (
                select
                    case
                        when r.merged_into is null then r.route_id
                        else _live_route(r.route_id)
                    end
                from ff_route as r
                where r.route_id = e.route_id
            ),
            claimable_at = case
                -- a microsecond apart, so that they are claimed in their order
                when d.is_due then p_now + (i.item - 1) * interval '1 microsecond'
                -- no later than the deadline: a claim at that time ends it
                else greatest(p_now, least(c.due_at, e.deadline_at))
            end,
            due_at = null,
            updated_at = p_now
        from unnest(p_row_ids) with ordinality as i (row_id, item)
        inner join ff_exec_core as c on c.ctid = i.row_id
        cross join lateral (
            select coalesce(c.due_at <= p_now, true) or c.state = 'children_replay' as is_due
        ) as d
        where e.ctid = i.row_id
        returning e.route_id, e.claimable_at
    loop
        perform _ring_route(r_released.route_id, r_released.claimable_at);
    end loop;
end;
$_unblock_children$;

comment on function _unblock_children is
'Lets locked executions whose joins are satisfied be claimed, and closes these joins, which must be locked, too. Gate H must be held.';
