create or replace function ff_version()
returns text
language sql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_version$
    select m.value from ff_meta as m where m.key = 'version'
$ff_version$;

comment on function ff_version is
$$The version of the installed package.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: none.

Example:
```sql
select flowfabric.ff_version();
```
$$;
