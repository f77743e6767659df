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
    v_is_in_time boolean;
    v_is_limited boolean;
    v_is_plain boolean;
    v_lease_id uuid;
    v_lease_epoch bigint;
    v_flow_id uuid;
    v_route_id integer;
    v_namespace text;
    v_worker_id text;
    v_worker_instance_id text;
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
        -- the clock after the update has its lock, for which it may have waited
        _now() < least(e.lease_expires_at, v_now + interval '100 milliseconds'),
        e.is_limited,
        -- Its end concerns nothing else: each feature adds a test of a column here. The last one is
        -- the switch of sessions that wait for results: null or past while no session waits.
        not e.is_counted
        and e.parent_id is null
        and coalesce(
            to_timestamp(pg_sequence_last_value('ff_end_bell_until'::regclass)) <= v_now, true
        ),
        e.lease_id, e.lease_epoch, e.flow_id, e.route_id, e.namespace,
        e.worker_id, e.worker_instance_id
    into
        v_is_in_time, v_is_limited, v_is_plain,
        v_lease_id, v_lease_epoch, v_flow_id, v_route_id, v_namespace,
        v_worker_id, v_worker_instance_id;
    if not found then
        return _complete_execution(_parse_handle(p_handle), p_output, p_result);
    end if;
    -- the switch of work
    if _is_off('ff_work_switch') is not true then
        if exists (select 1 from ff_lane as l where l.is_restricted) then
            perform _check_execution(v_execution_id, 'claim');
        end if;
    end if;
    if not v_is_in_time then
        v_now := _judge_late_completion(v_execution_id, v_now);
    end if;

    insert into ff_event (
        kind, outcome, occurred_at, route_id, execution_id, lease_id, lease_epoch,
        flow_id, namespace, worker_id, worker_instance_id
    )
    values (
        'completed', 'success', v_now, v_route_id, v_execution_id, v_lease_id, v_lease_epoch,
        v_flow_id, nullif(v_namespace, 'default'), v_worker_id, v_worker_instance_id
    );
    if v_is_limited then
        if not _return_slot(v_execution_id) then
            perform _return_limits(array[v_execution_id], true);
        end if;
    end if;
    if not v_is_plain then
        perform _tell_of_end(v_execution_id);
    elsif v_flow_id is not null then
        perform _end_member(v_execution_id);
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
