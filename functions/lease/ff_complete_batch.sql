create or replace function ff_complete_batch(
    p_handles text[],
    p_outputs jsonb[] default null,
    p_results bytea[] default null
)
returns setof ff_finished_item
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
set plan_cache_mode = force_generic_plan
as $ff_complete_batch$
declare
    v_now timestamptz;
    v_is_plain boolean := true;
    r_held record;
begin
    perform _check_handles(p_handles);
    if p_outputs is not null or p_results is not null then
        perform _check_items('p_outputs', p_outputs, cardinality(p_handles));
        perform _check_items('p_results', p_results, cardinality(p_handles));
        v_is_plain := _refused_contents(p_outputs, p_results) = '{}';
    end if;
    -- the switch of work
    if _is_off('ff_work_switch') is not true then
        v_is_plain := v_is_plain and _hidden_lanes('claim') = '{}';
    end if;

    -- The usual case has a short body of its own, at two thirds of the cost: one worker holds every
    -- item, and every item may end. It either ends all items or leaves the batch to the general
    -- body.
    if v_is_plain then
        select h.* into r_held from _lock_handles(p_handles) as h;
        -- the expiry is judged after the locks are held
        v_now := _now();
        v_is_plain := r_held.p_are_alike and r_held.p_first_expiry_at > v_now;
    end if;
    if v_is_plain is not true then
        return query
        select i.execution_id, i.outcome, i.public_state, i.is_replay, i.error_code, i.error_detail
        from _complete_batch(_parse_handles(p_handles), p_outputs, p_results) as i;
        return;
    end if;

    insert into ff_event (
        kind, outcome, occurred_at, route_id, batch, worker_id, worker_instance_id
    )
    values (
        'completed',
        'success',
        v_now,
        r_held.p_route_id,
        row(
            r_held.p_execution_ids, r_held.p_lease_ids, r_held.p_lease_epochs,
            r_held.p_route_ids, null, r_held.p_namespaces
        )::_event_batch,
        r_held.p_worker_id,
        r_held.p_worker_instance_id
    );
    -- a nested loop over the rows, in the order of the items
    return query
    update ff_exec_core as e
    set
        state = 'completed',
        claimable_at = null,
        terminal_at = v_now,
        updated_at = v_now,
        lease_ended_at = v_now,
        lease_ended_by = 'completed',
        output = i.output,
        result = i.result
    from unnest(r_held.p_row_ids, p_outputs, p_results) as i (row_id, output, result)
    where e.ctid = i.row_id
    returning
        e.execution_id, 'completed', 'completed', false, null::text, null::jsonb;
    if r_held.p_limited_ids is not null then
        perform _return_limits(r_held.p_limited_ids, true);
    end if;
    if pg_sequence_last_value('ff_end_bell_until'::regclass) > date_part('epoch', v_now) then
        perform _ring_for_ends(r_held.p_execution_ids);
    end if;
end;
$ff_complete_batch$;

comment on function ff_complete_batch is
$$Ends a batch of executions as completed: one answer for each handle, in their order.

Effects: as `ff_complete` for each handle that still holds its lease; one event for the batch. A handle that no longer holds its lease raises no error: its `outcome` is the symbol of the error, with `error_code` and `error_detail`, and the other items are completed.

Idempotent: item by item, as `ff_complete`.

Locks: the executions that are completed, in the order of their keys, until the caller's transaction ends.

Errors: 22023 and 22004 for arguments. Items: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, 22023 for a text that is not a handle or has content of the wrong form or size; ZF801 not_authorised for an item in a restricted lane.

Example:
```sql
select execution_id, outcome from flowfabric.ff_complete_batch(array[:'handle']);
```
$$;
