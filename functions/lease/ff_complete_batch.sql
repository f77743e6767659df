create or replace function ff_complete_batch(
    p_handles text[],
    p_outputs jsonb[] default null,
    p_results bytea[] default null
)
returns setof ff_finished_item
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_complete_batch$
begin
    perform _check_handles(p_handles);
    perform _check_items('p_outputs', p_outputs, cardinality(p_handles));
    perform _check_items('p_results', p_results, cardinality(p_handles));
    return query
    select i.execution_id, i.outcome, i.public_state, i.is_replay, i.error_code, i.error_detail
    from _complete_batch(_parse_handles(p_handles), p_outputs, p_results) as i;
end;
$ff_complete_batch$;

comment on function ff_complete_batch is
$$Ends a batch of executions as completed: one answer for each handle, in their order.

Effects: as `ff_complete` for each handle that still holds its lease; one event for the batch. The others are answered, not raised: their `outcome` is the symbol of the error, with `error_code` and `error_detail`, and the rest is completed all the same.

Idempotent: item by item, as `ff_complete`.

Locks: the executions that are completed, in the order of their keys, until the caller's transaction ends.

Errors: 22023 and 22004 for arguments. Items: ZF101 lease_expired, ZF102 stale_lease, ZF103 lease_revoked, ZF105 execution_not_active, ZF201 execution_not_found, 22023 for what is not a handle or has content of the wrong form or size; an item in a restricted lane answers ZF801 not_authorised.

Example:
```sql
select execution_id, outcome from flowfabric.ff_complete_batch(array[:'handle']);
```
$$;
