create or replace function ff_read_claim_grant_identity(p_execution_id uuid)
returns setof ff_grant_identity
language plpgsql
stable
security definer
set search_path = flowfabric, pg_temp
as $ff_read_claim_grant_identity$
declare
    v_now constant timestamptz := _now();
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    perform _check_execution(p_execution_id, 'claim', 'read', 'operate');
    return query
    select g.worker_id, g.worker_instance_id, g.kind::text, g.expires_at, g.expires_at <= v_now
    from ff_claim_grant as g
    where g.execution_id = p_execution_id
    order by g.issued_at desc;
end;
$ff_read_claim_grant_identity$;

comment on function ff_read_claim_grant_identity is
$$The worker that holds the last grant on an execution, also after the grant has lapsed; no row without a grant. The key itself is not returned.

Effects: none.

Idempotent: yes.

Locks: none.

Errors: ZF801 not_authorised in a restricted lane; 22004 for arguments.

Example:
```sql
select worker_id, kind, is_lapsed
from flowfabric.ff_read_claim_grant_identity('0192f0a0-1111-7111-8111-123456789012');
```
$$;
