create or replace function ff_create_flow(
    p_flow_id uuid default null,
    p_flow_kind text default 'default',
    p_namespace text default 'default',
    p_tags jsonb default '{}',
    p_actor text default null
)
returns ff_created_flow
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_create_flow$
declare
    v_now constant timestamptz := _now();
    v_flow_id constant uuid := coalesce(p_flow_id, _new_id(v_now));
begin
    perform _check_name('p_flow_kind', p_flow_kind, 'label');
    perform _check_name('p_namespace', p_namespace, 'label');
    perform _check_new_tags('p_tags', p_tags);
    if p_actor is not null then
        perform _check_name('p_actor', p_actor, 'label');
    end if;
    if _insert_flow(v_flow_id, p_flow_kind, p_namespace, p_tags, p_actor, v_now) then
        insert into ff_empty_flow (flow_id, look_at)
        values (v_flow_id, v_now + interval '7 days')
        on conflict do nothing;
        return (v_flow_id, 'created')::ff_created_flow;
    end if;
    return (v_flow_id, 'already_satisfied')::ff_created_flow;
end;
$ff_create_flow$;

comment on function ff_create_flow is
$$Makes an empty flow. `ff_submit_flow` makes one with all its members in one call.

Effects: writes one row. Without `p_flow_id` the flow gets a new id. A flow that has no member after seven days is removed.

Idempotent: with `p_flow_id`: a flow that exists is left as it is and the call returns `already_satisfied`, also when the other arguments differ.

Locks: waits only for another open transaction that makes the same flow.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select flow_id, outcome from flowfabric.ff_create_flow(p_flow_kind => 'nightly');
```
$$;
