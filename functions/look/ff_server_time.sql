create or replace function ff_server_time()
returns timestamptz
language sql
volatile
security definer
set search_path = flowfabric, pg_temp
as $ff_server_time$
    select _now()
$ff_server_time$;

comment on function ff_server_time is
$$The time by which leases, delays and deadlines are judged.

Effects: none.

Idempotent: yes; each call returns the present time.

Locks: none.

Errors: none.

Example:
```sql
select flowfabric.ff_server_time();
```
$$;
