create or replace function ff_release_admission(p_quota_policy_id uuid, p_execution_id uuid)
returns ff_released_admission
language plpgsql
security definer
set search_path = flowfabric, pg_temp
set enable_seqscan = off
set jit = off
as $ff_release_admission$
declare
    v_now timestamptz;
    r_freed record;
begin
    if p_execution_id is null then
        perform _raise_null('p_execution_id');
    end if;
    if p_quota_policy_id is null then
        perform _raise_null('p_quota_policy_id');
    end if;
    perform _check_execution(p_execution_id, 'claim', 'operate');
    -- no claim may take an admission along meanwhile
    perform from ff_exec_core as e
    where e.execution_id = p_execution_id
    for no key update;
    if not found then
        -- as in ff_check_admission, which may admit it for these callers only
        perform _check_owner('quota_policy', p_quota_policy_id::text, q.owner_name)
        from ff_quota_policy as q
        where
            q.quota_policy_id = p_quota_policy_id
            and exists (
                select 1
                from ff_quota_token as t
                where
                    t.execution_id = p_execution_id
                    and t.quota_policy_id is not distinct from p_quota_policy_id
            );
        if current_setting('transaction_isolation') <> 'read committed' then
            -- a call of ff_check_admission conflicts with an older snapshot here
            insert into ff_admission_guard as g (quota_policy_id, execution_id, look_at)
            values (p_quota_policy_id, p_execution_id, _now() + _bucket_patience())
            on conflict on constraint admission_guard_key do update
            set look_at = excluded.look_at;
        end if;
    end if;
    v_now := _now();
    for r_freed in
        with own as (
            select o.quota_key, o.kind, o.token_no
            from ff_quota_token as o
            where
                o.execution_id = p_execution_id
                and o.quota_policy_id is not distinct from p_quota_policy_id
                and o.lease_epoch is null
            -- a token that another session takes is given back already
            for no key update skip locked
        )

        update ff_quota_token as t
        set
            execution_id = null,
            free_at = case
                when t.kind = 'slot' then v_now
                -- a place in the window stays taken; one that was held for longer, for one window
                else least(t.free_at, _after_ms(v_now, q.window_ms))
            end
        from own as o
        inner join ff_quota_policy as q on q.quota_policy_id = p_quota_policy_id
        where
            t.quota_policy_id = p_quota_policy_id
            and t.quota_key = o.quota_key
            and t.kind = o.kind
            and t.token_no = o.token_no
        returning t.quota_key, t.kind
    loop
        perform _wake_waiting(
            p_quota_policy_id, r_freed.quota_key, r_freed.kind::text::ff_limit_kind,
            -- behind the place in a window that comes free the whole line moves up
            case r_freed.kind when 'slot' then 1 else 100 end, r_freed.kind = 'rate'
        );
    end loop;
    return row('released')::ff_released_admission;
end;
$ff_release_admission$;

comment on function ff_release_admission is
$$Gives back the slot that `ff_check_admission` gave to an execution. Its place in the window stays taken, for one more window at most.

Slots and places that a claim has taken belong to the lease and are given back when the lease ends; this call does not affect them.

Effects: the slot is free, and an execution that waits for it is due at once. Without an admission nothing happens.

Idempotent: yes.

Locks: the execution, if it is one of this database, and its tokens, until the caller's transaction ends.

Errors: ZF801 not_authorised in a restricted lane, or for an admission of an id that is not of this database, when another role owns the policy; 22004 for arguments.

Example:
```sql
select outcome
from flowfabric.ff_release_admission(
    '0192f0a0-7777-7777-8777-123456789012', '0192f0a0-1111-7111-8111-123456789012'
);
```
$$;
