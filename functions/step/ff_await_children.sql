create or replace function ff_await_children(
    p_handle text,
    p_step_key text,
    p_child_keys text[] default null,
    p_count integer default null,
    p_timeout_ms bigint default null
)
returns ff_awaited_children
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_await_children$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_has_parked boolean;
    v_is_alone boolean;
    v_step ff_step;
    v_finished text[];
    v_now timestamptz;
begin
    perform _check_step_key('p_step_key', p_step_key);
    if p_child_keys is not null then
        perform _check_child_keys(p_child_keys);
    end if;
    if p_count < 0 then
        perform _raise_invalid('p_count', 'must not be negative');
    elsif not _is_duration(p_timeout_ms, 0) then
        perform _raise_invalid('p_timeout_ms', 'must be between 0 and 315360000000');
    end if;
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now_at_gate();
    v_has_parked := _may_wait(v_execution, v_fence, v_now);
    v_step := _step_of(v_fence.execution_id, p_step_key, 'wait');
    if v_step.step_key is null then
        v_step := _begin_wait(
            v_execution, p_step_key, 'wait', _after_ms(v_now, p_timeout_ms), v_now
        );
        v_step := _store_step(_with_children(v_step, p_child_keys, p_count));
    end if;
    if v_step.saved_at is null then
        -- alone at the meeting row before it looks at the children
        v_is_alone := _meet_alone(v_fence.execution_id);
    end if;
    v_step := _weigh_or_park(v_execution, v_step, 'children_resume', v_now, v_has_parked);
    v_finished := array(
        select k.step_key from jsonb_array_elements_text(v_step.output) as k (step_key)
    );
    if v_step.saved_at is not null and not v_has_parked then
        return (v_step.outcome, v_finished, v_step.total_count)::ff_awaited_children;
    end if;
    if v_step.saved_at is null then
        perform _await_meeting(v_step, cardinality(v_finished), v_is_alone);
    end if;
    return ('waiting', v_finished, v_step.total_count)::ff_awaited_children;
end;
$ff_await_children$;

comment on function ff_await_children is
$$Waits for children as a step: gives the lease back until they have ended, with any outcome.

It waits for all children that the execution has spawned when the first call is made, or for those of `p_child_keys`. `p_count` of them must be over (all by default). No flow is needed.

Effects: `ready`: so many have ended, the caller keeps its lease and goes on. `timed_out`: they did not end in time. In both cases `finished_keys` are the steps of those that had ended then, in the order in which they were spawned; `ff_list_children` has their results. `waiting`: the lease ends, the execution is `waiting_children`, and the next claim after the end of the wait continues the same attempt, whose time starts anew. No retry and no takeover is counted, and their counts begin at 0 again. Without `p_timeout_ms` it waits until its deadline, if it has one. The same handle may begin further waits before the next claim; the execution comes back when the first of them ends.

Idempotent: yes; the first outcome stands, and the children, the count and the timeout are those of the first call. Sent again with the handle of the lease that it gave back, the call returns `waiting`.

Locks: the execution, until the caller's transaction ends; the row at which parents and children meet, if no other session holds it.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
select outcome, finished_keys, total_count
from flowfabric.ff_await_children(:'handle', 'thumbnails');
```
$$;
