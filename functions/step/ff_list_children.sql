create or replace function ff_list_children(
    p_execution_id uuid,
    p_after text default null,
    p_limit integer default 100
)
returns setof ff_child_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_list_children$
declare
    v_most_bytes constant integer := 16777216;
    v_now constant timestamptz := _now();
    v_hidden constant text[] := _hidden_lanes('submit', 'read', 'operate');
    v_after integer := 0;
    v_bytes bigint;
    v_count integer := 0;
    r_child ff_child_description;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_page_size(p_limit);
    perform _check_execution(p_execution_id, 'claim', 'read', 'operate');
    if p_after is not null then
        v_after := (
            select s.place
            from ff_step as s
            where
                s.execution_id = p_execution_id
                and s.step_key = p_after
                and s.kind = 'child'
        );
        if v_after is null then
            perform _raise_invalid('p_after', 'is not a child of the execution');
        end if;
    end if;
    for r_child in
        select
            s.step_key, s.child_execution_id,
            _public_state(
                _effective_state(e.state, e.claimable_at, e.lease_expires_at, v_now)
            ),
            e.output, e.result, e.failure_reason, e.failure_category
        from ff_step as s
        left join (
            ff_exec_core as e
            inner join ff_route as r
                on r.route_id = e.route_id and r.lane_id <> all (v_hidden)
        ) on e.execution_id = s.child_execution_id
        where
            s.execution_id = p_execution_id
            and s.kind = 'child'
            and s.place > v_after
        order by s.place
        limit p_limit
    loop
        v_bytes := coalesce(v_bytes, 0) + _printed_bytes(r_child.output, r_child.result);
        exit when v_bytes > v_most_bytes and v_count > 0;
        v_count := v_count + 1;
        return next r_child;
    end loop;
end;
$ff_list_children$;

comment on function ff_list_children is
$$The children of an execution, in the order in which it has spawned them, with their states and results. It reads the children of its steps: those of an earlier life are not listed.

`p_after` is the step key of the last child of the page before. A page ends at 16 MiB of results, with at least one child. A child in a lane that is closed to the caller, for submitting and for reading, has neither state nor result in the answer, and neither has a child that retention has removed.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select step_key, public_state, output
from flowfabric.ff_list_children('0192f0a0-1111-7111-8111-123456789012');
```
$$;
