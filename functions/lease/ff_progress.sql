create or replace function ff_progress(
    p_handle text,
    p_percent integer default null,
    p_message text default null
)
returns ff_lease_renewal
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_progress$
begin
    return _report_progress(_parse_handle(p_handle), p_percent, p_message);
end;
$ff_progress$;

comment on function ff_progress is
$$Stores the progress of the work; returns how long the lease still lasts.

Effects: stores the values that are given and leaves the others as they were. The lease is not extended.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_percent` is 0 to 100).

Example:
```sql
select cancel_requested from flowfabric.ff_progress(:'handle', 40, 'half of the pages');
```
$$;
