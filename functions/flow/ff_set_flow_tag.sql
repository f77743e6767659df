create or replace function ff_set_flow_tag(
    p_flow_id uuid,
    p_key text,
    p_value text
)
returns ff_flow_tag
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_set_flow_tag$
declare
    v_flow ff_flow;
begin
    if p_key is null then
        perform _raise_null('p_key');
    elsif p_value is null then
        perform _raise_null('p_value');
    end if;
    perform _check_tags('p_key', jsonb_build_object(p_key, ''));
    if octet_length(p_value) > 4096 then
        perform _raise_invalid('p_value', 'must be at most 4096 bytes');
    end if;
    perform _check_flow_id(p_flow_id);
    perform _check_flow(p_flow_id, 'submit', 'claim', 'operate');
    if _is_engine_tag(p_key) then
        perform _check_operator('ff_set_flow_tag');
    end if;
    v_flow := _lock_flow(p_flow_id);
    perform _check_tags('p_value', v_flow.tags || jsonb_build_object(p_key, p_value));
    update ff_flow as f
    set tags = f.tags || jsonb_build_object(p_key, p_value), updated_at = _now()
    where f.flow_id = p_flow_id;
    return (p_flow_id, p_key, p_value)::ff_flow_tag;
end;
$ff_set_flow_tag$;

comment on function ff_set_flow_tag is
$$Sets one tag of a flow.

Effects: inserts or replaces the tag.

Idempotent: yes.

Locks: the flow, until the caller's transaction ends.

Errors: ZF401 flow_not_found; ZF801 not_authorised in a restricted lane, or for a key that begins with `flowfabric.`, which only operators set; 22023 and 22004 for arguments (a key is of the form `owner.name`).

Example:
```sql
select tag_value
from flowfabric.ff_set_flow_tag(
    '0192f0a0-2222-7222-8222-123456789012', 'billing.customer_id', '17'
);
```
$$;
