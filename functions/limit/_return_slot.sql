create or replace function _return_slot(p_execution_id uuid)
returns boolean
language plpgsql
as $_return_slot$
declare
    v_is_all boolean;
    r_slot record;
begin
    update ff_quota_token as t
    set
        -- not before the end of the lease: a claim that began earlier goes by its own clock
        free_at = _now(),
        execution_id = null,
        lease_epoch = null
    where t.ctid = (
        select o.ctid
        from ff_quota_token as o
        where o.execution_id = p_execution_id and o.kind = 'slot'
        limit 1
        for no key update skip locked
    )
    returning
        t.quota_policy_id,
        t.quota_key,
        (
            select g.ctid
            from ff_limit_lock as g
            where
                g.limit_id = t.quota_policy_id
                and g.limit_key = t.quota_key
                -- an older snapshot does not show the line as it is
                and current_setting('transaction_isolation') = 'read committed'
            for no key update skip locked
        ) as gate_id
    into r_slot;
    -- The gate is closed to refusals: a row that has to be woken is seen by now.
    v_is_all := (r_slot.quota_policy_id is null or r_slot.gate_id is not null)
        and not exists (
            select 1
            from ff_admission_wait as w
            where w.limit_id = r_slot.quota_policy_id and w.limit_key = r_slot.quota_key
        )
        and not exists (
            select 1 from ff_admission_wait as w where w.execution_id = p_execution_id
        )
        and not exists (
            select 1 from ff_budget_reservation as r where r.execution_id = p_execution_id
        )
        and not exists (
            select 1
            from ff_quota_token as t
            where
                t.execution_id = p_execution_id
                and (t.kind = 'slot' or t.free_at = 'infinity')
        );
    if r_slot.quota_policy_id is not null and not v_is_all then
        perform _wake_waiting(r_slot.quota_policy_id, r_slot.quota_key, 'slot', 1);
    end if;
    return v_is_all;
end;
$_return_slot$;

comment on function _return_slot is
'Gives back the slot of a locked execution, and wakes an execution that waits for it: the usual end of a lease. False: there may be more to give back (_return_limits).';
