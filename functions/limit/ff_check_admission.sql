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
    -- it need not be one of ours
    select e.*
    into v_execution
    from ff_exec_core as e
    where e.execution_id = p_execution_id
    for no key update;
    if not found then
        -- nothing ends an execution that is not here: made-up ids would fill the policy for good
        perform _check_owner('quota_policy', p_quota_policy_id::text, v_policy.owner_name);
        -- one call for it at a time, where there is no row to lock
        insert into ff_admission_guard as g (quota_policy_id, execution_id)
        values (p_quota_policy_id, p_execution_id)
        on conflict on constraint admission_guard_key do update
        set execution_id = excluded.execution_id;
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
$$Asks a quota policy to admit an execution, for a scheduler that keeps to limits by itself; it need not be an execution of this database if the caller is an operator or owns the policy. The limits are those of the stored policy.

`admitted`: it counts from now on, until `ff_release_admission` or the end of the execution. The claim of an execution takes its admission along: the slot is given back with the lease, the place in the window comes free one window after that beginning of the attempt. An execution that is not of this database begins with its admission: its place comes free one window later, and under a policy that limits nothing but the rate that is the end of the admission. `already_admitted`: it is; nothing was counted. `rate_exceeded`: come back in `retry_after_ms`, which has the policy's jitter in it. `concurrency_exceeded`: as many as may are running.

Effects: `admitted` takes a place in the window and a slot. A refusal changes nothing.

Idempotent: yes, for each execution and key.

Locks: the execution, if it is one of this database, and its tokens, until the caller's transaction ends. It waits for a holder of the execution, and for another call for the same one; not for calls that admit others, except for the very first calls under a key.

Errors: ZF207 execution_already_terminal, ZF601 quota_policy_not_found; ZF801 not_authorised in a restricted lane, or when another role owns the policy, for an id that is not of this database also if everybody may use it; 22023 and 22004 for arguments.

Example:
```sql
select outcome, retry_after_ms
from flowfabric.ff_check_admission(
    '0192f0a0-7777-7777-8777-123456789012', '0192f0a0-1111-7111-8111-123456789012', 'acme'
);
```
$$;
