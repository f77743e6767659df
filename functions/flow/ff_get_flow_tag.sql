create or replace function ff_get_flow_tag(p_flow_id uuid, p_key text)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_get_flow_tag$
begin
    if p_flow_id is null then
        perform _raise_null('p_flow_id');
    end if;
    perform _check_name('p_key', p_key, 'tag_key');
    perform _check_flow(p_flow_id, 'read', 'operate');
    return (select f.tags ->> p_key from ff_flow as f where f.flow_id = p_flow_id);
end;
$ff_get_flow_tag$;

comment on function ff_get_flow_tag is
$$One tag of a flow; null when it has no such tag, or does not exist.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (a key is of the form `owner.name`).

Example:
```sql
select flowfabric.ff_get_flow_tag('0192f0a0-2222-7222-8222-123456789012', 'billing.customer_id');
```
$$;
