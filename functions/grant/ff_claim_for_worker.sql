create or replace function ff_claim_for_worker(
    p_lane_id text,
    p_worker_id text,
    p_worker_instance_id text,
    p_capabilities text[] default '{}',
    p_grant_ttl_ms bigint default 5000
)
returns setof ff_grant
language plpgsql
rows 1
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_claim_for_worker$
declare
    v_now timestamptz;
    v_execution ff_exec_core;
    r_due record;
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_lane(p_lane_id, 'operate');
    perform _check_grant_arguments(
        p_worker_id, p_worker_instance_id, p_capabilities, p_grant_ttl_ms
    );
    -- maintenance rides along before this call holds anything
    if nextval('ff_claim_count') % 64 = 0 then
        perform _advance_head(p_lane_id, p_capabilities);
        perform _ask_for_tick();
    end if;

    for v_round in 1..100 loop
        v_now := _now();
        select d.p_row_ids as row_ids, d.p_rules as rules, d.p_is_plain as is_plain
        into r_due
        from _lock_due_rows(p_lane_id, p_capabilities, v_now, 1) as d;
        if r_due.row_ids = '{}' then
            -- there is no work: a good time for maintenance, which may make work visible
            perform _ask_for_tick();
            return;
        end if;
        select e.* into v_execution from ff_exec_core as e where e.ctid = r_due.row_ids[1];
        -- A row past its time is ended on the way; one taken over too often, at redemption.
        -- The grant holds its places until it lapses, or is redeemed.
        continue when not r_due.is_plain and not _may_be_granted(
            v_execution,
            r_due.rules,
            _grant_until(v_execution, p_grant_ttl_ms, v_now),
            v_now
        );
        return next _write_grant(
            v_execution,
            case
                when _is_active(v_execution.state) then 'reclaim'
                when _is_resumable(v_execution.state) then 'resume'
                else 'claim'
            end::ff_grant_kind,
            p_worker_id, p_worker_instance_id, p_lane_id, p_grant_ttl_ms, v_now
        );
        return;
    end loop;
end;
$ff_claim_for_worker$;

comment on function ff_claim_for_worker is
$$Decides as a scheduler which execution a worker takes next, and permits it: the worker redeems the grant key. No row when there is nothing to do.

The order is that of `ff_claim`. Fresh, retried and replayed work gives a grant of kind `claim` (redeem with `ff_claim_execution`), an interrupted attempt one of kind `resume` (`ff_claim_resumed_execution`), and an execution whose lease was lost one of kind `reclaim` (`ff_reclaim_execution`): workers that only redeem grants recover crashed work, too.

Effects: stores the grant and reserves the execution until `expires_at`. The call also ends executions that it finds past their deadline, and attempts past their timeout.

Idempotent: no; each call takes another execution.

Locks: the execution, until the caller's transaction ends; waits for no other session.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_grant_ttl_ms` is 1 to 60000).

Example:
```sql
select execution_id, kind, grant_key
from flowfabric.ff_claim_for_worker('emails', 'mailer', 'mailer-7f3a');
```
$$;
