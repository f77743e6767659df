create or replace function _leave_limits(p_execution_ids uuid[])
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $_leave_limits$
begin
    -- admissions, and places that were locked when their execution ended
    perform _return_limits(p_execution_ids, true);
    -- spent amounts stay spent
    with orphan as (
        update ff_budget_ledger as l
        set is_orphan = true
        where l.ctid = any (array(
            select o.ctid
            from unnest(p_execution_ids) as k (execution_id)
            inner join ff_budget_ledger as o
                on o.execution_id = k.execution_id
            where not o.is_orphan
            -- a reset is removing the others
            for no key update of o skip locked
        ))
        returning l.budget_id
    )

    insert into ff_limit_todo (kind, limit_id)
    select distinct 'ledger'::ff_limit_todo_kind, o.budget_id
    from orphan as o;
    -- and places in a window stay taken
    update ff_quota_token as t
    set execution_id = null, lease_epoch = null
    where t.ctid = any (array(
        select o.ctid
        from unnest(p_execution_ids) as k (execution_id)
        inner join ff_quota_token as o
            on o.execution_id = k.execution_id
        for no key update of o skip locked
    ));
end;
$_leave_limits$;

comment on function _leave_limits is
'Takes executions that are being removed out of all limits: gives back what they hold. The amounts that they have spent stay spent, and their places in a window stay taken.';
