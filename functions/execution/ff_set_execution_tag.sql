create or replace function ff_set_execution_tag(
    p_execution_id uuid,
    p_key text,
    p_value text
)
returns ff_execution_tag
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_set_execution_tag$
declare
    v_execution ff_exec_core;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_name('p_key', p_key, 'tag_key');
    if p_value is null then
        perform _raise_null('p_value');
    elsif octet_length(p_value) > 4096 then
        perform _raise_invalid('p_value', 'must be at most 4096 bytes');
    end if;
    perform _check_execution(p_execution_id, 'submit', 'claim', 'operate');
    if _is_engine_tag(p_key) then
        perform _check_operator('ff_set_execution_tag');
    end if;
    v_execution := _lock_execution(p_execution_id);
    perform _check_tags('p_value', v_execution.tags || jsonb_build_object(p_key, p_value));
    if v_execution.is_counted then
        perform _count_tags(v_execution, v_execution.tags || jsonb_build_object(p_key, p_value));
    end if;
    perform _unindex_tags(
        p_execution_id, jsonb_strip_nulls(jsonb_build_object(p_key, v_execution.tags -> p_key))
    );
    perform _index_tags(
        (_route_of(v_execution)).lane_id, jsonb_build_object(p_key, p_value),
        array[p_execution_id]
    );
    update ff_exec_core as e
    set
        tags = e.tags || jsonb_build_object(p_key, p_value),
        updated_at = _now()
    where e.execution_id = v_execution.execution_id;
    return (p_execution_id, p_key, p_value)::ff_execution_tag;
end;
$ff_set_execution_tag$;

comment on function ff_set_execution_tag is
$$Sets one tag of an execution.

Effects: inserts or replaces the tag. Readers of events get the tags that are stored now, also with earlier events.

Idempotent: yes.

Locks: the execution, until the caller's transaction ends.

Errors: ZF201 execution_not_found, ZF803 submitter_limit_exceeded; ZF801 not_authorised in a restricted lane, or for a key that begins with `flowfabric.`, which only operators set; 22023 and 22004 for arguments (a key is of the form `owner.name`).

Example:
```sql
select tag_value
from flowfabric.ff_set_execution_tag(
    '0192f0a0-1111-7111-8111-123456789012', 'billing.customer_id', '17'
);
```
$$;
