create or replace function ff_check_admission(
    p_quota_policy_id uuid,
    p_execution_id uuid,
    p_quota_key text default ''
)
returns ff_admission
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_check_admission$
declare
    v_policy constant ff_quota_policy := _require_quota_policy(p_quota_policy_id);
    v_execution ff_exec_core;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_quota_key is null then
        perform _raise_null('p_quota_key');
    end if;
    perform _check_quota_key('p_quota_key', p_quota_key);
    perform _check_execution(p_execution_id, 'claim', 'operate');
    -- the execution may be of another database
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_execution_id
    for no key update;
    if not found then
        -- an execution of another database never ends here: made-up ids would fill the policy for
        -- good
        perform _check_owner('quota_policy', p_quota_policy_id::text, v_policy.owner_name);
        -- one call for it at a time, where there is no row to lock
        insert into ff_admission_guard as g (quota_policy_id, execution_id, look_at)
        values (p_quota_policy_id, p_execution_id, _now() + _bucket_patience())
        on conflict on constraint admission_guard_key do update
        set look_at = excluded.look_at;
    end if;
    if v_execution.terminal_at is not null then
        perform _raise('execution_already_terminal', jsonb_build_object(
            'execution_id', p_execution_id, 'public_state', _public_state(v_execution.state)
        ));
    end if;
    return _standing_admission(v_policy, p_quota_key, p_execution_id, v_execution);
end;
$ff_check_admission$;

comment on function ff_check_admission is
$$Admits an execution under a quota policy, for a scheduler that applies limits itself. An operator or the owner of the policy may also pass an id that is not of this database.

- `admitted`: the execution has a slot and a place in the window from now on, until `ff_release_admission` or its end. The claim of the execution takes them over: the slot is given back with the lease, and the place is free one window after the beginning of the attempt. The place of an id that is not of this database is free one window after the admission; under a policy that limits only the rate, the admission ends then.
- `already_admitted`: it was admitted before; nothing was counted.
- `rate_exceeded`: try again after `retry_after_ms`, which includes the policy's jitter.
- `concurrency_exceeded`: all slots are taken.

Effects: `admitted` takes a place in the window and a slot. The other outcomes change nothing.

Idempotent: yes, for each execution and key.

Locks: the execution, if it is one of this database, and its tokens, until the caller's transaction ends. It waits for a session that locks the execution, and for another call for the same one. It waits for calls for other executions only when they are the first calls under a key.

Errors: ZF207 execution_already_terminal, ZF601 quota_policy_not_found; ZF801 not_authorised in a restricted lane, or when another role owns the policy, or, for an id that is not of this database, when the caller is neither an operator nor a member of the owner; 22023 and 22004 for arguments.

Example:
```sql
select outcome, retry_after_ms
from flowfabric.ff_check_admission(
    '0192f0a0-7777-7777-8777-123456789012', '0192f0a0-1111-7111-8111-123456789012', 'acme'
);
```
$$;
