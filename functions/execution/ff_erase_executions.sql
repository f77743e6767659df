create or replace function ff_erase_executions(
    p_filter jsonb,
    p_reason text default null,
    p_limit integer default 1000,
    p_before timestamptz default null,
    p_after uuid default null,
    p_dry_run boolean default false,
    p_actor text default null,
    p_kept_tags text[] default '{}'
)
returns ff_bulk_answer
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_erase_executions$
declare
    v_change _change;
begin
    perform _check_audit(p_reason, p_actor);
    if p_kept_tags is null then
        perform _raise_null('p_kept_tags');
    end if;
    perform _check_name('p_kept_tags', t.key, 'tag_key')
    from unnest(p_kept_tags) as t (key);
    v_change.verb := 'erase';
    v_change.reason := p_reason;
    v_change.actor := p_actor;
    v_change.kept_tags := p_kept_tags;
    return _change_many(
        p_filter, v_change, p_limit, p_before, p_after, p_dry_run
    );
end;
$ff_erase_executions$;

comment on function ff_erase_executions is
$$Erases the contents of executions that match a filter (see `ff_find_executions`) and have ended: inputs, outputs, reasons, details of failures, progress messages, frames, signals, steps, conditions of suspensions, and tags, except those that `p_kept_tags` names and those of the engine. It keeps the row, its attempts, times, states, kinds, categories, names of workers and persons, and the history, which says that it was erased, and by whom. The tag `flowfabric.erased` marks it. Keys stay as digests: a submission under an idempotency key still finds its execution.

Call it again with the `before` and `after` of its answer until `is_more` is false. A call looks at 20,000 executions at most, erases `p_limit` of them at most, and ends after some 50 milliseconds, so commit each call by itself. It erases the oldest first, and only what was submitted until the first call: `p_before`, if it is given and past, else now. So the calls come to an end, also if others submit meanwhile, or if executions that were changed soon match again. An execution that another session holds is skipped. `skipped_count` counts these, and those that match but to which the call does not apply as they are. With `p_dry_run` nothing changes, and `changed_count` is the number that would.

An execution is skipped while a member of its flow waits for its result, or for its replay, and a child until its parent has ended (in REPEATABLE READ always). An erased execution is not replayed any more. A copy that another execution got as its input belongs to that execution: name the flow in the filter. Dead versions of rows, the write-ahead log and backups contain the texts until PostgreSQL and you remove them.

Effects: as described; writes an event for each execution. A flow loses its tags and the reason of its cancellation when its last member is erased.

Idempotent: yes; a second call erases tags that were set since.

Locks: the executions that it erases, and shared their parents, until the caller's transaction ends; skips locked ones, and waits for no other.

Errors: ZF801 not_authorised in a restricted lane that the filter names; 22023 and 22004 for arguments (an empty filter is refused; `p_limit` is 1 to 10,000).

Example:
```sql
select changed_count, skipped_count, before, after, is_more
from flowfabric.ff_erase_executions(
    '{"tags": {"billing.customer_id": "17"}}', 'the customer asked for it', p_kept_tags => '{shop.region}'
);
```
$$;
