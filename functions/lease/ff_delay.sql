create or replace function ff_delay(
    p_handle text,
    p_delay_ms bigint default null,
    p_run_at timestamptz default null
)
returns ff_released_execution
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_delay$
begin
    return _delay_execution(_parse_handle(p_handle), p_delay_ms, p_run_at);
end;
$ff_delay$;

comment on function ff_delay is
$$Gives the lease back; a later claim continues the same attempt.

`ff_delay(handle, 0)` hands the execution back at once. No retry and no attempt is counted. The time until the attempt continues does not count for the attempt's timeout.

Effects: the execution is `delayed` until `p_delay_ms` from now or `p_run_at`, or `waiting` when that is not in the future. The next claim returns attempt type `resume`.

Idempotent: sent again before the next claim it returns the first answer, with `is_replay`; for rows of your own in the same transaction, see `ff_complete`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select public_state, claimable_in_ms from flowfabric.ff_delay(:'handle', 60000);
```
$$;
