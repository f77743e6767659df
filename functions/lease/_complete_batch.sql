create or replace function _complete_batch(
    p_fences _fence[],
    p_outputs jsonb[],
    p_results bytea[]
)
returns setof ff_finished_item
language plpgsql
as $_complete_batch$
declare
    v_refused constant integer[] := _refused_contents(p_outputs, p_results);
    v_row_ids tid[];
    v_items integer[];
    v_now timestamptz;
    v_done integer[];
    v_members uuid[];
    v_limited uuid[];
    v_counted uuid[];
    v_children uuid[];
    v_ended uuid[];
begin
    select l.p_row_ids, l.p_items
    into v_row_ids, v_items
    from _lock_leases(p_fences, v_refused) as l;
    -- the expiry is judged after the locks are held
    v_now := _now();

    with completed as (
        update ff_exec_core as e
        set
            state = 'completed',
            claimable_at = null,
            terminal_at = v_now,
            updated_at = v_now,
            lease_ended_at = v_now,
            lease_ended_by = 'completed',
            output = c.output,
            result = c.result
        from unnest(v_row_ids, v_items) as i (row_id, item)
        -- joined: the nth element of an array reads all before it
        left join unnest(p_outputs, p_results) with ordinality as c (output, result, item)
            on c.item = i.item
        where e.ctid = i.row_id and e.lease_expires_at > v_now
        returning
            i.item, e.ctid as row_id, e.execution_id, e.flow_id, e.is_limited, e.is_counted,
            e.parent_id
    )

    select
        coalesce(array_agg(c.item), '{}'),
        array_agg(c.row_id order by c.item),
        array_agg(c.execution_id)
            filter (where c.flow_id is not null),
        array_agg(c.execution_id)
            filter (where c.is_limited),
        array_agg(c.execution_id)
            filter (where c.is_counted),
        array_agg(c.execution_id)
            filter (where c.parent_id is not null),
        array_agg(c.execution_id)
    into v_done, v_row_ids, v_members, v_limited, v_counted, v_children, v_ended
    from completed as c;
    perform _record_batch('completed', v_row_ids, v_now, 'success');
    if v_limited is not null then
        perform _return_limits(v_limited, true);
    end if;
    if v_counted is not null then
        perform _end_counted_work(v_counted);
    end if;
    if v_members is not null then
        perform _resolve_dependents(v_members);
    end if;
    if v_children is not null then
        perform _end_children(v_children);
    end if;
    perform _ring_for_ends(v_ended);

    return query
    select a.execution_id, a.outcome, a.public_state, a.is_replay, a.error_code, a.error_detail
    from unnest(p_fences) with ordinality as u (
        execution_id, attempt_index, lease_epoch,
        lease_id, attempt_id, lease_ttl_ms, item
    )
    left join unnest(v_done) as n (item) on n.item = u.item
    left join unnest(v_refused) as w (item) on w.item = u.item
    left join unnest(p_results) with ordinality as c (result, item) on c.item = w.item
    cross join lateral (
        select
            u.execution_id, 'completed' as outcome, 'completed' as public_state,
            false as is_replay, null as error_code, null::jsonb as error_detail
        where n.item is not null
        union all
        select r.execution_id, r.outcome, r.public_state, r.is_replay, r.error_code, r.error_detail
        from _diagnose_fence(
            (
                u.execution_id, u.attempt_index, u.lease_epoch, u.lease_id, u.attempt_id,
                u.lease_ttl_ms
            )::_fence,
            case
                when c.result is not null then 'p_results'
                when w.item is not null then 'p_outputs'
            end,
            'completed',
            v_now
        ) as r
        where n.item is null
    ) as a
    order by u.item;
end;
$_complete_batch$;

comment on function _complete_batch is
'Completes the executions whose leases the fences hold, and returns an answer for every fence.';
