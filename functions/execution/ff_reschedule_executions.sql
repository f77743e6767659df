create or replace function ff_reschedule_executions(
    p_filter jsonb,
    p_delay_ms bigint default null,
    p_run_at timestamptz default null,
    p_reason text default null,
    p_limit integer default 1000,
    p_before timestamptz default null,
    p_after uuid default null,
    p_dry_run boolean default false,
    p_actor text default null
)
returns ff_bulk_answer
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_reschedule_executions$
declare
    v_change _change;
begin
    perform _check_due_time(p_delay_ms, p_run_at);
    perform _check_audit(p_reason, p_actor);
    v_change.verb := 'reschedule';
    v_change.reason := p_reason;
    v_change.actor := p_actor;
    v_change.delay_ms := p_delay_ms;
    v_change.run_at := p_run_at;
    return _change_many(
        p_filter, v_change, p_limit, p_before, p_after, p_dry_run, true
    );
end;
$ff_reschedule_executions$;

comment on function ff_reschedule_executions is
$$Sets when executions are due that match a filter (see `ff_find_executions`) and wait for a worker, are delayed, or wait for their retry: `p_delay_ms` from now, or at `p_run_at`. With a delay of 0 they can be claimed now. Operators; other roles reschedule what they submitted themselves.

Call it again with the `before` and `after` of its answer until `is_more` is false. A call looks at 20,000 executions at most, reschedules `p_limit` of them at most, and ends after some 50 milliseconds, so commit each call by itself. It reschedules the oldest first, and only what was submitted until the first call: `p_before`, if it is given and past, else now. So the calls come to an end, also if others submit meanwhile, or if executions that were changed soon match again. An execution that another session holds is skipped. `skipped_count` counts these, and those that match but to which the call does not apply as they are. With `p_dry_run` nothing changes, and `changed_count` is the number that would.

Effects: as `ff_reschedule_execution` for each.

Idempotent: no; a second call rarely changes an execution again.

Locks: the executions that it changes, until the caller's transaction ends; skips locked ones, and waits for no other.

Errors: ZF801 not_authorised in a restricted lane that the filter names; 22023 and 22004 for arguments (an empty filter is refused; `p_limit` is 1 to 10,000).

Example:
```sql
select changed_count, skipped_count, before, after, is_more
from flowfabric.ff_reschedule_executions(
    '{"lane_id": "emails", "public_state": "delayed", "failure_category": "smtp"}', 0
);
```
$$;
