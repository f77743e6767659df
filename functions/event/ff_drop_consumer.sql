create or replace function ff_drop_consumer(p_consumer text)
returns boolean
language plpgsql
security definer
set search_path = flowfabric, pg_temp
as $ff_drop_consumer$
begin
    perform _check_name('p_consumer', p_consumer, 'label');
    delete from ff_consumer as c where c.consumer = p_consumer;
    return found;
end;
$ff_drop_consumer$;

comment on function ff_drop_consumer is
$$Removes a consumer; events are not kept for it any more. Returns false when it does not exist.

Effects: the consumer is gone.

Idempotent: yes.

Locks: the consumer; waits for a transaction that reads or acknowledges for it.

Errors: 22023 and 22004 for arguments.

Example:
```sql
select flowfabric.ff_drop_consumer('billing');
```
$$;
