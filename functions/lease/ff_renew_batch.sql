create or replace function ff_renew_batch(
    p_handles text[],
    p_lease_ttl_ms bigint default null
)
returns setof ff_renewed_item
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_renew_batch$
begin
    perform _check_handles(p_handles);
    if p_lease_ttl_ms is not null then
        perform _check_lease_ttl('p_lease_ttl_ms', p_lease_ttl_ms);
    end if;
    return query
    select
        i.execution_id, i.outcome, i.lease_expires_at, i.lease_remaining_ms,
        i.lease_epoch, i.cancel_requested, i.error_code, i.error_detail
    from _renew_batch(p_handles, p_lease_ttl_ms) as i;
end;
$ff_renew_batch$;

comment on function ff_renew_batch is
$$Extends the leases of a batch of handles: one answer for each, in their order. One call in each period is enough for all the work of a process.

Effects: as `ff_renew` for each handle that still holds its lease (`outcome` is `renewed`); one event for the batch. A handle that no longer holds its lease raises no error: its `outcome` is the symbol of the error, with `error_code` and `error_detail`, and the other leases are renewed. The call does not wait for a row that another transaction has locked, because other leases could run out meanwhile: its `outcome` is `busy`, without an error. That lease is not renewed, and no claim takes the execution while the row is locked; renew it again soon.

Idempotent: each call extends the leases again, from the moment of the call.

Locks: the executions that are renewed, until the caller's transaction ends. It does not wait for rows that other sessions hold.

Errors: 22023 and 22004 for arguments. Items: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, 22023 for a text that is not a handle; ZF801 not_authorised for an item in a restricted lane.

Example:
```sql
select execution_id, outcome, lease_remaining_ms, cancel_requested
from flowfabric.ff_renew_batch(array[:'handle']);
```
$$;
