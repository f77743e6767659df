create or replace function ff_save_step(
    p_handle text,
    p_step_key text,
    p_output jsonb default null,
    p_result bytea default null
)
returns ff_saved_step
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_save_step$
declare
    v_fence constant _fence := _parse_handle(p_handle);
    v_execution ff_exec_core;
    v_step ff_step;
    v_now timestamptz;
begin
    perform _check_step_key('p_step_key', p_step_key);
    perform _check_content('p_output', p_output, 'p_result', p_result);
    v_execution := _lock_execution(v_fence.execution_id);
    v_now := _now();
    perform _check_fence(v_execution, v_fence, v_now);
    v_step := _step_of(v_fence.execution_id, p_step_key, 'value');
    if v_step.step_key is not null then
        return (
            p_step_key, 'already_saved', v_step.output, v_step.result
        )::ff_saved_step;
    end if;
    v_step.execution_id := v_fence.execution_id;
    v_step.step_key := p_step_key;
    v_step.kind := 'value';
    v_step.attempt_index := v_execution.attempt_index;
    v_step.saved_at := v_now;
    v_step.output := p_output;
    v_step.result := p_result;
    perform _store_step(v_step);
    perform _note_progress(v_execution);
    return (p_step_key, 'saved', p_output, p_result)::ff_saved_step;
end;
$ff_save_step$;

comment on function ff_save_step is
$$Saves what a step of the work has come to, so that later attempts need not do it again: the first value stands, and every later call returns it.

A handler is called again from its beginning after a failure, a takeover or a wait. It asks for the steps that it has saved (`ff_list_steps`), and does only those that are missing. Keys are chosen by the handler. Called in the transaction that writes the step's business rows, the step has its effects in this database exactly once; any other step has them at least once, because a worker may die between the effect and this call. Keys that begin with `flowfabric.` are for SDKs.

Effects: `saved`: the value is stored, as JSON or as bytes, and the counts of retries and takeovers begin at 0 again. `already_saved`: nothing is written, and the answer is the value of the first call. An execution has at most 10,000 steps and 256 MiB of them; a value has at most 16 MiB.

Idempotent: yes; a step has one value for as long as its execution is kept, until `ff_continue_as_new`, or `ff_replay_execution` with `p_from_step`.

Locks: the execution, until the caller's transaction ends.

Errors: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, ZF211 step_limit_exceeded, ZF212 step_kind_mismatch; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments.

Example:
```sql
begin;
insert into mail_sent (recipient) values ('ada@example.com');
select outcome from flowfabric.ff_save_step(:'handle', 'mail ada', '{"sent": true}');
commit;
```
$$;
