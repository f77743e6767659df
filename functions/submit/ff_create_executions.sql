create or replace function ff_create_executions(
    p_lane_id text,
    p_inputs jsonb[],
    p_options jsonb default '{}'
)
returns setof ff_created_item
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_create_executions$
declare
    v_per_item text[];
begin
    perform _check_name('p_lane_id', p_lane_id, 'lane');
    perform _check_lane(p_lane_id, 'submit');
    if p_inputs is null then
        perform _raise_null('p_inputs');
    elsif p_options is null then
        perform _raise_null('p_options');
    elsif jsonb_typeof(p_options) <> 'object' then
        perform _raise_invalid('p_options', 'must be a JSON object');
    end if;
    perform _check_json('p_options', p_options, 67108864);
    perform _check_items('p_inputs', p_inputs, cardinality(p_inputs));
    v_per_item := _per_item_options(p_options, cardinality(p_inputs));
    -- a wrong common option is a mistake of the whole call, so it raises
    perform _submission_from_options(p_lane_id, null, p_options - coalesce(v_per_item, '{}'));

    if cardinality(p_inputs) = 0 then
        return;
    elsif v_per_item is null
        and not p_options ?| array['idempotency_key', 'execution_id', 'payload']
        and _refused_contents(p_inputs, null) = '{}'
    then
        return query
        select i.execution_id, i.outcome, i.public_state, i.error_code, i.error_detail
        from _submit_alike(_submission_from_options(p_lane_id, null, p_options), p_inputs) as i;
    else
        return query
        select i.execution_id, i.outcome, i.public_state, i.error_code, i.error_detail
        from _submit_each(p_lane_id, p_inputs, p_options, v_per_item) as i;
    end if;
end;
$ff_create_executions$;

comment on function ff_create_executions is
$$Submits a batch of executions: one answer for each item of `p_inputs`, in their order.

`p_options` are the other arguments of `ff_create_execution` without their `p_`, each either one value for all items or an array with one for each (of `required_capabilities` and `budget_ids`, an array of arrays). Bytes are passed as `payload`, in hex, for items whose input is null.

Effects: as `ff_create_execution` for each item. Items that differ only in their input are written by one statement.

Idempotent: as `ff_create_execution`, item by item: an item with the key of an earlier item repeats or contradicts that item only if the earlier item is accepted. In a lane that accepts no work, and beyond a limit of the submitter, items that exist return `duplicate`, and the others `lane_not_accepting` or `submitter_limit_exceeded`.

Locks: as `ff_create_execution`; keys are taken in one order, so two batches never deadlock.

Errors: ZF206 lane_not_accepting and ZF803 submitter_limit_exceeded, unless some of the items exist, ZF401 flow_not_found, ZF402 flow_already_terminal, ZF601 quota_policy_not_found, ZF602 budget_not_found; ZF801 not_authorised in a restricted lane, or when another role owns a limit; 22023 and 22004 for arguments and common options. A fault in a single item never raises: the `outcome` of the item is `invalid`, or `idempotency_key_conflict` for ZF205 idempotency_key_conflict, with `error_code` and `error_detail`, and the other items are written.

Example:
```sql
select execution_id, outcome
from flowfabric.ff_create_executions(
    'emails',
    array['{"to": "ada"}', '{"to": "bob"}']::jsonb[],
    '{"kind": "welcome", "idempotency_key": ["welcome-ada", "welcome-bob"]}'
);
```
$$;
