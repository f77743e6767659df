create or replace function ff_expire_suspension(p_execution_id uuid)
returns ff_expired_suspension
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_expire_suspension$
declare
    v_execution ff_exec_core;
    v_suspension ff_suspension;
    v_now timestamptz;
    v_why text;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'claim', 'operate');
    v_execution := _lock_execution(p_execution_id);
    v_now := _now_at_gate();
    select s.*
    into v_suspension
    from ff_suspension as s
    where
        s.execution_id = p_execution_id
        and s.closed_at is null;
    v_why := case
        when not found then 'not_suspended'
        when v_suspension.timeout_at is null then 'no_timeout'
        when v_suspension.timeout_at > v_now then 'not_yet_due'
        -- the deadline ended it, not the timeout
        when v_execution.deadline_at < v_suspension.timeout_at then 'past_its_deadline'
    end;
    v_execution := _settled_suspension(v_execution, v_now);
    return (
        p_execution_id,
        case when v_why is null then 'expired' else 'already_satisfied' end,
        v_why,
        case when v_why is null then v_suspension.timeout_behavior end,
        _public_state(v_execution.state)
    )::ff_expired_suspension;
end;
$ff_expire_suspension$;

comment on function ff_expire_suspension is
$$Applies the due timeout of a suspension now. Claims, ticks and signals apply timeouts by themselves, so this call is never needed.

Effects: `expired`, with `behavior_applied`; or `already_satisfied`, with `why`: `not_suspended`, `no_timeout`, `not_yet_due`, `past_its_deadline`.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select outcome, behavior_applied, public_state
from flowfabric.ff_expire_suspension(:'execution_id');
```
$$;
