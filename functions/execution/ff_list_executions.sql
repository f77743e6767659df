create or replace function ff_list_executions(
    p_lane_id text default null,
    p_public_state text default null,
    p_namespace text default null,
    p_after uuid default null,
    p_limit integer default 100
)
returns setof ff_execution_summary
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_executions$
declare
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
begin
    perform _check_page_size(p_limit);
    if p_lane_id is not null then
        perform _check_name('p_lane_id', p_lane_id, 'lane');
        perform _check_lane(p_lane_id, 'read', 'operate');
    end if;
    if p_namespace is not null then
        perform _check_name('p_namespace', p_namespace, 'label');
    end if;
    if p_public_state <> all (enum_range(null::ff_public_state)::text[]) then
        perform _raise_invalid(
            'p_public_state',
            'must be one of ' || array_to_string(enum_range(null::ff_public_state), ', ')
        );
    end if;
    return query
    select
        e.execution_id,
        r.lane_id,
        e.namespace,
        e.kind,
        r.priority,
        v.public_state::text,
        e.attempt_index,
        case when _is_active(e.state) then e.worker_instance_id end,
        e.created_at,
        e.updated_at,
        e.terminal_at,
        e.tags
    from ff_exec_core as e
    inner join ff_route as r on r.route_id = e.route_id
    inner join ff_state_vector as v
        on v.state = _effective_state(e.state, e.claimable_at, e.lease_expires_at, v_now)
    where
        (
            p_after is null
            or e.execution_id > p_after
        )
        and (p_lane_id is null or r.lane_id = p_lane_id)
        and r.lane_id <> all (v_hidden)
        and (p_public_state is null or v.public_state::text = p_public_state)
        and (p_namespace is null or e.namespace = p_namespace)
    order by e.execution_id
    limit p_limit;
end;
$ff_list_executions$;

comment on function ff_list_executions is
$$Executions in the order of their ids, with their state as it is now: this is the order of submission, with the items of a batch one after the other, unless callers give the ids themselves.

`p_after` is the last execution id of the page before. An execution that is submitted while a client reads the pages may belong on a page that was read already, because its id was made before its transaction committed.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select execution_id, kind, public_state
from flowfabric.ff_list_executions('emails', p_public_state => 'failed');
```
$$;
