create or replace function ff_replay_executions(
    p_filter jsonb,
    p_reason text default null,
    p_limit integer default 1000,
    p_before timestamptz default null,
    p_after uuid default null,
    p_dry_run boolean default false,
    p_actor text default null,
    p_from_step text default null
)
returns ff_bulk_answer
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_replay_executions$
declare
    v_change _change;
begin
    perform _check_audit(p_reason, p_actor);
    if p_from_step is not null then
        perform _check_step_key('p_from_step', p_from_step);
    end if;
    v_change.verb := 'replay';
    v_change.reason := p_reason;
    v_change.actor := p_actor;
    v_change.from_step := p_from_step;
    return _change_many(
        p_filter, v_change, p_limit, p_before, p_after, p_dry_run
    );
end;
$ff_replay_executions$;

comment on function ff_replay_executions is
$$Starts executions again that match a filter (see `ff_find_executions`) and have ended, whatever their outcome: name the state in the filter.

Call it again with the `before` and `after` of its answer until `is_more` is false. A call looks at 20,000 executions at most, replays `p_limit` of them at most, and ends after some 50 milliseconds, so commit each call by itself. It replays the oldest first, and only what was submitted until the first call: `p_before`, if it is given and past, else now. So the calls come to an end, also if others submit meanwhile, or if executions that were changed soon match again. An execution that another session holds is skipped. `skipped_count` counts these, and those that match but to which the call does not apply as they are. With `p_dry_run` nothing changes, and `changed_count` is the number that would.

Effects: as `ff_replay_execution` for each. One that has no step `p_from_step`, was replayed too often, or whose flow was cancelled or is locked by another session, is skipped.

Idempotent: no; a second call rarely changes an execution again.

Locks: the executions that it changes, until the caller's transaction ends; skips locked ones, and waits for no other.

Errors: ZF801 not_authorised in a restricted lane that the filter names; 22023 and 22004 for arguments (an empty filter is refused; `p_limit` is 1 to 10,000).

Example:
```sql
select changed_count, skipped_count, before, after, is_more
from flowfabric.ff_replay_executions(
    '{"public_state": "failed", "kind": "checkout", "created_after": "2030-01-30T12:00:00Z"}',
    'the bug is fixed'
);
```
$$;
