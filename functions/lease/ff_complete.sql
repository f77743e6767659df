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
begin
    if p_output is not null or p_result is not null then
        perform _check_content('p_output', p_output, 'p_result', p_result);
    end if;
    return _complete_execution(_parse_handle(p_handle), p_output, p_result);
end;
$ff_complete$;

comment on function ff_complete is
$$Ends an execution as completed, with its result.

Call it in the transaction that writes the work's business rows: they commit together, and a worker that lost its lease cannot commit them, because the call raises.

Effects: the execution is over; `p_output` (JSON) or `p_result` (bytes) is its result; writes its completion event.

Idempotent: sent again with the same handle it answers as it did the first time, with `is_replay`; the result of the first call stands. Inside a transaction with rows of your own, `is_replay` says that they were committed before: roll back, or let a unique key refuse them.

Locks: the execution, until the caller's transaction ends: a takeover skips it meanwhile, also when the lease runs out.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; 22023 and 22004 for arguments.

Example:
```sql
begin;
insert into mail_sent (recipient) values ('ada@example.com');
select public_state from flowfabric.ff_complete(:'handle', '{"sent": true}');
commit;
```
$$;
