create or replace function ff_evaluate_flow_eligibility(p_execution_id uuid)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_evaluate_flow_eligibility$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'submit', 'read', 'operate');
    return coalesce(
        (
            select case
                when v.lifecycle_phase <> 'runnable' then 'not_runnable'
                when v.ownership_state <> 'unowned' then 'owned'
                when _is_flow_cancelled(e.flow_id) then 'flow_cancelled'
                when g.state = 'impossible' then 'impossible'
                when
                    g.state = 'pending'
                    and (g.is_open or v.eligibility_state = 'blocked_by_dependencies')
                    then 'blocked_by_dependencies'
                else 'eligible'
            end
            from ff_exec_core as e
            inner join ff_state_vector as v on v.state = e.state
            left join ff_edge_group as g
                on g.downstream_id = e.execution_id
                and g.total_count > 0
            where e.execution_id = p_execution_id
        ),
        'not_found'
    );
end;
$ff_evaluate_flow_eligibility$;

comment on function ff_evaluate_flow_eligibility is
$$Returns whether the dependencies of an execution allow it to run, by the state of its join: `not_found`, `not_runnable` (it runs, is suspended or has ended), `owned`, `flow_cancelled`, `impossible`, `blocked_by_dependencies` or `eligible`.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select flowfabric.ff_evaluate_flow_eligibility('0192f0a0-1111-7111-8111-123456789012');
```
$$;
