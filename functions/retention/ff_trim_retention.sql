create or replace function ff_trim_retention(
    p_older_than_ms bigint default null,
    p_limit integer default 1000
)
returns ff_trimmed_executions
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_trim_retention$
begin
    if p_older_than_ms not between 0 and 315360000000 then
        perform _raise_invalid('p_older_than_ms', 'must be between 0 and 315360000000');
    elsif p_limit is null then
        perform _raise_null('p_limit');
    elsif p_limit not between 1 and 10000 then
        perform _raise_invalid('p_limit', 'must be between 1 and 10000');
    end if;
    return _trim_executions(
        'call', coalesce(p_older_than_ms, _default_retention_ms()), p_limit,
        greatest(10 * p_limit, 10000), _hidden_lanes('operate')
    );
end;
$ff_trim_retention$;

comment on function ff_trim_retention is
$$Removes executions that ended long ago, with their attempts, suspensions, signals, streams, grants, idempotency keys, places in flows, and the places in quotas and budgets that they still hold. Spent amounts of a budget stay spent; `ff_release_budget` cannot take back those of a removed execution.

An execution is kept for the `retention_ms` of its policy, or else for `p_older_than_ms`, or else for 30 days after its end. It is kept for longer while its idempotency key is kept, while another member of its flow is kept, and while a consumer of events has not acknowledged that it ended. Only roles that may operate a restricted lane remove executions in it. Ticks remove executions as their policies say, or after 30 days.

Call it again while `more` is true: each call continues where the last one stopped.

Effects: removes at most `p_limit` executions; `trimmed` is their number. A flow is removed with its last member.

Idempotent: yes.

Locks: the rows that it removes, until the caller's transaction ends; skips locked rows.

Errors: 22023 and 22004 for arguments (`p_limit` is 1 to 10000).

Example:
```sql
select trimmed, more from flowfabric.ff_trim_retention(p_older_than_ms => 86400000);
```
$$;
