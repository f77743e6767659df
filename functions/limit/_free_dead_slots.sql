create or replace function _free_dead_slots(p_quota_policy_id uuid, p_quota_key text)
returns boolean
language plpgsql
as $_free_dead_slots$
declare
    v_are_all_free boolean := true;
    r_slot record;
begin
    for r_slot in
        select t.kind, t.token_no, t.execution_id
        from ff_quota_token as t
        inner join ff_exec_core as e
            on e.execution_id = t.execution_id
        where
            t.quota_policy_id = p_quota_policy_id
            and t.quota_key = p_quota_key
            and t.free_at > _now()
            -- a place in the window is given back only where no attempt began
            and (t.kind = 'slot' or t.free_at = 'infinity')
            and not _holds_slot(t, e)
    loop
        -- the execution first, as everywhere; then both are looked at again
        perform from ff_exec_core as e
        where e.execution_id = r_slot.execution_id
        for no key update skip locked;
        if found then
            perform from ff_quota_token as t
            where
                t.quota_policy_id = p_quota_policy_id
                and t.quota_key = p_quota_key
                and t.kind = r_slot.kind
                and t.token_no = r_slot.token_no
            for no key update skip locked;
        end if;
        if found then
            update ff_quota_token as t
            set free_at = _now(), execution_id = null, lease_epoch = null
            from ff_exec_core as e
            where
                t.quota_policy_id = p_quota_policy_id
                and t.quota_key = p_quota_key
                and t.kind = r_slot.kind
                and t.token_no = r_slot.token_no
                and t.execution_id = r_slot.execution_id
                and e.execution_id = t.execution_id
                and not _holds_slot(t, e);
        else
            v_are_all_free := false;
        end if;
    end loop;
    return v_are_all_free;
end;
$_free_dead_slots$;

comment on function _free_dead_slots is
'Frees the slots of a bucket whose leases have ended; false when another session has locked one of them.';
