create or replace function ff_complete(
    p_handle text,
    p_output jsonb default null,
    p_result bytea default null
)
returns ff_finished_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_complete$
declare
    v_execution_id uuid;
    v_ttl_ms bigint;
    v_now timestamptz;
    r_done record;
begin
    if p_result is not null or not _is_small(p_output) then
        perform _check_content('p_output', p_output, 'p_result', p_result);
    end if;
    begin
        v_execution_id := left(p_handle, 36)::uuid;
        v_ttl_ms := substr(p_handle, 95, 8)::bigint;
    exception
        when data_exception then
            -- then the update hits no row, and the handle is refused below
            v_execution_id := null;
    end;

    -- One update completes the execution if its row would be given exactly this handle. That
    -- compares every part of the fence, and is cheaper than parsing the handle. If the update hits
    -- no row, _complete_execution locks the row, finds the reason and raises.
    v_now := _now();
    update ff_exec_core as e
    set
        state = 'completed',
        claimable_at = null,
        terminal_at = v_now,
        updated_at = v_now,
        lease_ended_at = v_now,
        lease_ended_by = 'completed',
        output = p_output,
        result = p_result
    where
        e.execution_id = v_execution_id
        and e.state = 'active'
        and _format_handle(e.execution_id, e.lease_id, e.lease_epoch, v_ttl_ms) = p_handle
    returning
        -- evaluated after the update has its lock, for which it may have waited
        _now() as finished_at,
        -- false when no lane is restricted
        exists (select 1 from ff_lane as l where l.is_restricted) as is_to_be_checked,
        -- does its end concern anything else? The last one is the switch of sessions that wait for
        -- results: null or past while no session waits.
        e.is_limited
        or e.is_counted
        or e.flow_id is not null
        or e.parent_id is not null
        or coalesce(
            pg_sequence_last_value('ff_end_bell_until'::regclass) > date_part('epoch', v_now),
            false
        ) as is_to_be_told,
        e.lease_id, e.lease_epoch, e.lease_expires_at, e.flow_id, e.is_limited, e.is_counted,
        e.parent_id,
        e.namespace, e.tags, e.worker_id, e.worker_instance_id
    into r_done;
    if not found then
        return _complete_execution(_parse_handle(p_handle), p_output, p_result);
    end if;
    if r_done.is_to_be_checked then
        perform _check_execution(v_execution_id, 'claim');
    end if;
    if r_done.finished_at >= least(r_done.lease_expires_at, v_now + interval '100 milliseconds')
    then
        v_now := r_done.finished_at;
        perform _judge_late_completion(
            v_execution_id, r_done.lease_epoch, r_done.lease_expires_at, v_now
        );
    end if;

    lock table ff_gate_e in row share mode;
    insert into ff_event (
        kind, outcome, occurred_at, execution_id, lease_id, lease_epoch,
        flow_id, namespace, tags, worker_id, worker_instance_id
    )
    values (
        'completed', 'success', v_now, v_execution_id, r_done.lease_id, r_done.lease_epoch,
        r_done.flow_id, nullif(r_done.namespace, 'default'), nullif(r_done.tags, '{}'),
        r_done.worker_id, r_done.worker_instance_id
    );
    if r_done.is_to_be_told then
        if r_done.is_limited or r_done.is_counted then
            perform _return_ended(v_execution_id, r_done.is_limited, r_done.is_counted);
        end if;
        if r_done.flow_id is not null then
            perform _end_member(v_execution_id);
        end if;
        if r_done.parent_id is not null then
            perform _end_children(array[v_execution_id]);
        end if;
        perform _ring_for_ends(array[v_execution_id]);
    end if;
    return (v_execution_id, 'completed', false)::ff_finished_execution;
end;
$ff_complete$;

comment on function ff_complete is
$$Ends an execution as completed, with its result.

Call it in the transaction that writes the work's business rows: they commit together, and a worker that lost its lease cannot commit them, because the call raises.

Effects: the execution has ended; `p_output` (JSON) or `p_result` (bytes) is its result; writes its completion event.

Idempotent: sent again with the same handle it returns the first answer, with `is_replay`; the result of the first call is kept. Inside a transaction with rows of your own, `is_replay` says that they were committed before: roll back, or let a unique key refuse them.

Locks: the execution, until the caller's transaction ends: a takeover skips it meanwhile, also when the lease runs out.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
begin;
insert into mail_sent (recipient) values ('ada@example.com');
select public_state from flowfabric.ff_complete(:'handle', '{"sent": true}');
commit;
```
$$;
