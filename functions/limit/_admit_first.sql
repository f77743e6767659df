create or replace function _admit_first(
    p_execution_id uuid,
    p_until timestamptz,
    p_now timestamptz
)
returns boolean
language plpgsql
as $_admit_first$
declare
    v_budget_id uuid;
    v_slot_id tid;
    r_asked record;
begin
    select
        -- no limit knows the execution yet, and no row waits for its policy
        not exists (select 1 from ff_admission_wait as w where w.execution_id = p_execution_id)
        and not exists (select 1 from ff_quota_token as t where t.execution_id = p_execution_id)
        and not exists (
            select 1
            from ff_admission_wait as w
            where w.limit_id = e.quota_policy_id and w.limit_key = coalesce(e.quota_key, '')
        )
        -- an older snapshot does not show the lines as they are
        and current_setting('transaction_isolation') = 'read committed' as is_open,
        e.budget_ids,
        e.quota_policy_id,
        coalesce(e.quota_key, '') as quota_key,
        q.max_concurrent > 0 as has_slots,
        q.max_per_window > 0 as has_window,
        q.window_ms
    into r_asked
    from ff_exec_core as e
    left join ff_quota_policy as q on q.quota_policy_id = e.quota_policy_id
    where e.execution_id = p_execution_id;
    if not r_asked.is_open then
        return false;
    elsif r_asked.budget_ids <> '{}' then
        -- one by one: the plan for an array would be made anew each time
        foreach v_budget_id in array r_asked.budget_ids loop
            if exists (select 1 from _budget_shortage(v_budget_id, null, p_now)) then
                return false;
            end if;
        end loop;
    end if;
    if r_asked.has_slots and r_asked.has_window then
        -- both tokens are locked first, and taken only if there is one of each
        select t.ctid
        into v_slot_id
        from ff_quota_token as t
        where
            t.quota_policy_id = r_asked.quota_policy_id
            and t.quota_key = r_asked.quota_key
            and t.kind = 'slot'
            and t.free_at <= p_now
        order by t.free_at
        limit 1
        for no key update skip locked;
        if not found then
            return false;
        end if;
    elsif (r_asked.has_slots or r_asked.has_window) is not true then
        return true;
    end if;
    update ff_quota_token as t
    set
        free_at = case
            when r_asked.has_window then _after_ms(p_now, r_asked.window_ms) else p_until
        end,
        execution_id = p_execution_id,
        lease_epoch = 1
    where t.ctid = (
        select o.ctid
        from ff_quota_token as o
        where
            o.quota_policy_id = r_asked.quota_policy_id
            and o.quota_key = r_asked.quota_key
            and o.kind = case when r_asked.has_window then 'rate' else 'slot' end
                ::ff_quota_token_kind
            and o.free_at <= p_now
        order by o.free_at
        limit 1
        for no key update skip locked
    );
    if not found then
        return false;
    elsif v_slot_id is not null then
        update ff_quota_token as t
        set free_at = p_until, execution_id = p_execution_id, lease_epoch = 1
        where t.ctid = v_slot_id;
    end if;
    return true;
end;
$_admit_first$;

comment on function _admit_first is
'Takes what the own limits of an execution ask for its first attempt, under the lock of its row, if that is the whole decision: no limit has refused it, no row waits in a line, a token of each kind is free, and the budgets have something left. False: the general body decides, and nothing was taken.';
