create or replace function _lock_slots(p_execution_id uuid)
returns boolean
language plpgsql
as $_lock_slots$
declare
    v_locked_count bigint;
begin
    -- No other session can take a slot that is locked here, also when the lease runs out. A slot
    -- that another session has locked is lost: it has run out and was taken, as the clock that is
    -- read next says; or a late claim, which saw it free, keeps the lock until it commits.
    perform from ff_quota_token as t
    where
        t.execution_id = p_execution_id
        and t.kind = 'slot'
    for no key update skip locked;
    get diagnostics v_locked_count = row_count;
    return v_locked_count = (
        select count(*)
        from ff_quota_token as t
        where
            t.execution_id = p_execution_id
            and t.kind = 'slot'
    );
end;
$_lock_slots$;

comment on function _lock_slots is
'Locks the slots of a lease that is to be renewed, without waiting; false when another session has locked one of them: then the expiry of the lease does not change.';
