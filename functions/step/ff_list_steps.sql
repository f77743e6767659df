create or replace function ff_list_steps(
    p_execution_id uuid,
    p_after text default null,
    p_limit integer default 1000
)
returns setof ff_step_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_list_steps$
declare
    v_most_bytes constant integer := 16777216;
    v_after integer := 0;
    v_bytes bigint;
    v_count integer := 0;
    r_step ff_step_description;
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
            where s.execution_id = p_execution_id and s.step_key = p_after
        );
        if v_after is null then
            perform _raise_invalid('p_after', 'is not a step of the execution');
        end if;
    end if;
    for r_step in
        select
            s.step_key, s.kind::text as kind, s.output, s.result, s.child_execution_id,
            s.wake_at, s.attempt_index, s.saved_at
        from ff_step as s
        where s.execution_id = p_execution_id and s.place > v_after
        order by s.place
        limit p_limit
    loop
        v_bytes := coalesce(v_bytes, 0) + _printed_bytes(r_step.output, r_step.result);
        exit when v_bytes > v_most_bytes and v_count > 0;
        v_count := v_count + 1;
        return next r_step;
    end loop;
end;
$ff_list_steps$;

comment on function ff_list_steps is
$$The steps of an execution, in the order in which they were saved. A handler that is called again asks for them. A step that still waits for its outcome has no `saved_at`.

`p_after` is the key of the last step of the page before. A page ends at 16 MiB of values, with at least one step.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (`p_limit` is 0 to 1000).

Example:
```sql
select step_key, kind, output, saved_at
from flowfabric.ff_list_steps('0192f0a0-1111-7111-8111-123456789012');
```
$$;
