create or replace function ff_fail(
    p_handle text,
    p_reason text,
    p_class text default 'transient',
    p_category text default null,
    p_detail jsonb default null
)
returns ff_failed_attempt
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_fail$
declare
    v_fence constant _fence := _parse_handle(p_handle);
begin
    perform _check_text('p_reason', p_reason, 65536);
    if p_class is null then
        perform _raise_null('p_class');
    elsif p_class not in ('transient', 'permanent', 'infra_crash', 'timeout', 'cancelled') then
        perform _raise_invalid(
            'p_class', 'must be one of transient, permanent, infra_crash, timeout, cancelled'
        );
    end if;
    if p_category is not null then
        perform _check_name('p_category', p_category, 'label');
    end if;
    perform _check_content('p_detail', p_detail, 'p_detail', null);

    return _fail_execution(
        v_fence,
        p_reason,
        coalesce(p_category, p_class),
        p_detail,
        p_class not in ('permanent', 'cancelled')
    );
end;
$ff_fail$;

comment on function ff_fail is
$$Ends an attempt as a failure: the execution is retried if its policy allows, else it ends `failed`.

`p_class` says what kind of failure it was: `transient`, `infra_crash` and `timeout` follow the retry policy, `permanent` and `cancelled` end the execution at once. Without a retry policy of the execution or its lane there are three retries, after random delays of at most 1, 2 and 4 seconds; `{}` means no retries. The policy's `retryable_categories` are compared with `p_category`, which is the class when it is left out.

Effects: `retry_scheduled`: the lease ends and the execution becomes claimable again at `retry_at`, for a new attempt. `terminal_failed`: the execution has ended; writes its completion event.

Idempotent: sent again with the same handle it returns the first answer, with `is_replay`, also when the retry has been claimed since; for rows of your own in the same transaction, see `ff_complete`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, retry_in_ms from flowfabric.ff_fail(:'handle', 'the mail server is down');
```
$$;
