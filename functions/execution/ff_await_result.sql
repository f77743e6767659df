create or replace function ff_await_result(p_execution_ids uuid[])
returns ff_result_bell
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_await_result$
declare
    v_waiter_id uuid;
    v_is_any_over boolean;
    v_now timestamptz;
begin
    if p_execution_ids is null then
        perform _raise_null('p_execution_ids');
    end if;
    perform _check_items('p_execution_ids', p_execution_ids, cardinality(p_execution_ids));
    if cardinality(p_execution_ids) not between 1 and 1000
        or array_position(p_execution_ids, null) is not null
    then
        perform _raise_invalid('p_execution_ids', 'must be a list of 1 to 1000 ids');
    end if;
    perform _check_execution(i.execution_id, 'read', 'operate')
    from unnest(p_execution_ids) as i (execution_id);
    v_is_any_over := _is_any_over(p_execution_ids);
    if not v_is_any_over then
        v_now := _now();
        -- The mark first: an end that reads it finds the bells. Two sessions may set it at once, in
        -- either order, and one may be slow: so it is far ahead of the bells.
        perform setval('ff_end_bell_until', n.now_s + 240)
        from (select ceil(extract(epoch from v_now))::bigint as now_s) as n
        where n.now_s + 150 > (select m.last_value from ff_end_bell_until as m);
        -- the same for all who wait for these
        v_waiter_id := md5(
            (
                select string_agg(u.id::text, ',' order by u.id)
                from unnest(p_execution_ids) as u (id)
            )
        )::uuid;
        insert into ff_end_bell (waiter_id, execution_id, expires_at)
        select distinct v_waiter_id, i.execution_id, v_now + interval '1 minute'
        from unnest(p_execution_ids) as i (execution_id)
        where not exists (
            select 1
            from ff_end_bell as b
            where
                b.execution_id = i.execution_id
                and b.waiter_id = v_waiter_id
                and b.expires_at > v_now + interval '30 seconds'
        );
        -- one may have ended since, and not have seen the mark
        v_is_any_over := _is_any_over(p_execution_ids);
    end if;
    return ('ff_results', v_is_any_over)::ff_result_bell;
end;
$ff_await_result$;

comment on function ff_await_result is
$$Asks to be woken when one of some executions ends.

First `listen` on the channel, `ff_results`, then call this. If `is_any_over` is false, commit, and wait for a notification, whose payload is the id of an execution that has ended; but no longer than about a second, then call again: an end whose transaction was open during the call may not notify at once. `ff_get_execution_result` has the result. The reader needs no open transaction while it waits. Where notifications do not arrive, as behind a pooler in transaction mode, call at growing intervals.

Effects: unless one of them has ended, leaves rows that are removed, with one NOTIFY, when a transaction commits that ends one of them, in whatever way. The first end removes the rows of all of them: call again for the others. A request lasts a minute at most.

Idempotent: yes.

Locks: none.

Errors: ZF201 execution_not_found; ZF801 not_authorised in a restricted lane; 22023 and 22004 for arguments (1 to 1000 ids).

Example:
```sql
listen ff_results;
select is_any_over
from flowfabric.ff_await_result(array['0192f0a0-1111-7111-8111-123456789012']::uuid[]);
```
$$;
