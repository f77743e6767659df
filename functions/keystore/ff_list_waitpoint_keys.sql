create or replace function ff_list_waitpoint_keys()
returns setof ff_key_description
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_list_waitpoint_keys$
begin
    return query
    select k.kid, k.expires_at is null, k.created_at, k.expires_at
    from ff_hmac_key as k
    where k.expires_at is null or k.expires_at > _now()
    order by k.activated_at desc, k.kid;
end;
$ff_list_waitpoint_keys$;

comment on function ff_list_waitpoint_keys is
$$The signing keys whose signatures are valid now, without their secrets, the active one first.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: none.

Example:
```sql
select kid, is_active, expires_at from flowfabric.ff_list_waitpoint_keys();
```
$$;
