create or replace function ff_unregister_worker(
    p_worker_instance_id text,
    p_namespace text default 'default'
)
returns ff_unregistered_worker
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_unregister_worker$
declare
    v_worker ff_worker;
begin
    perform _check_name('p_worker_instance_id', p_worker_instance_id, 'worker');
    perform _check_name('p_namespace', p_namespace, 'label');
    select w.*
    into v_worker
    from ff_worker as w
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id
    for update;
    if not found then
        return (p_worker_instance_id, 'not_registered')::ff_unregistered_worker;
    end if;
    perform _check_owner('worker', p_worker_instance_id, v_worker.owner_name);
    delete from ff_worker as w
    where w.namespace = p_namespace and w.worker_instance_id = p_worker_instance_id;
    return (p_worker_instance_id, 'unregistered')::ff_unregistered_worker;
end;
$ff_unregister_worker$;

comment on function ff_unregister_worker is
$$Reports that a worker process ends in good order: it is not listed any more, and not missed.

Effects: `unregistered`: the registration is removed; `not_registered`: the instance has no registration. Its leases stay: hand them back first.

Idempotent: yes.

Locks: the worker's row, until the caller's transaction ends.

Errors: ZF801 not_authorised for a worker of another owner; 22023 and 22004 for arguments.

Example:
```sql
select outcome from flowfabric.ff_unregister_worker('mailer-7f3a');
```
$$;
