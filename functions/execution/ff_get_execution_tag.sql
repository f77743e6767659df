create or replace function ff_get_execution_tag(p_execution_id uuid, p_key text)
returns text
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_get_execution_tag$
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_name('p_key', p_key, 'tag_key');
    perform _check_execution(p_execution_id, 'read', 'operate');
    return (
        select e.tags ->> p_key
        from ff_exec_core as e
        where e.execution_id = p_execution_id
    );
end;
$ff_get_execution_tag$;

comment on function ff_get_execution_tag is
$$One tag of an execution; null when it has no such tag, or does not exist.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (a key is of the form `owner.name`).

Example:
```sql
select flowfabric.ff_get_execution_tag(
    '0192f0a0-1111-7111-8111-123456789012', 'billing.customer_id'
);
```
$$;
