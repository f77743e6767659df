create or replace function ff_verify_grant(p_grant_key text, p_worker_id text)
returns ff_grant_verdict
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_verify_grant$
declare
    v_now constant timestamptz := _now();
    v_key _grant_key;
    v_execution ff_exec_core;
begin
    if p_grant_key is null then
        perform _raise_null('p_grant_key');
    end if;
    perform _check_name('p_worker_id', p_worker_id, 'worker');
    v_key := _parse_grant_key(p_grant_key);
    perform _check_execution(v_key.execution_id, 'claim', 'operate');
    -- without a lock: the verdict under the lock counts, at redemption
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = v_key.execution_id;
    return row(_grant_verdict(
        v_execution, (_route_of(v_execution)).lane_id, p_grant_key, p_worker_id, v_now
    ))::ff_grant_verdict;
end;
$ff_verify_grant$;

comment on function ff_verify_grant is
$$Checks whether the grant key is valid for this worker now. Returns `valid`, or the first fault: `malformed`, `expired`, `unknown_kid`, `unknown_grant` (also one that was consumed), `signature_mismatch`, `wrong_worker`.

This call is for information only; redeeming checks the key again.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome from flowfabric.ff_verify_grant('ff1-claim.not-a-key', 'mailer');
```
$$;
