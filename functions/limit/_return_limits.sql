create or replace function _return_limits(p_execution_ids uuid[], p_are_over boolean)
returns void
language plpgsql
set plan_cache_mode = force_generic_plan
as $_return_limits$
declare
    r_freed record;
begin
    for r_freed in
        with freed as (
            update ff_quota_token as t
            set
                -- as in _return_slot
                free_at = _now(),
                execution_id = null,
                lease_epoch = null
            where t.ctid = any (array(
                select o.ctid
                from ff_quota_token as o
                where
                    o.execution_id = any (p_execution_ids)
                    and (
                        o.kind = 'slot'
                        -- held for an attempt that will not begin
                        or (p_are_over and o.free_at = 'infinity')
                    )
                for no key update skip locked
            ))
            returning t.quota_policy_id, t.quota_key, t.kind
        )

        select f.quota_policy_id, f.quota_key, f.kind, count(*)::integer as freed_count
        from freed as f
        group by f.quota_policy_id, f.quota_key, f.kind
        order by f.quota_policy_id, f.quota_key collate "C", f.kind
    loop
        perform _wake_waiting(
            r_freed.quota_policy_id, r_freed.quota_key, r_freed.kind::text::ff_limit_kind,
            -- behind the place in a window that comes free the whole line moves up
            case r_freed.kind when 'slot' then r_freed.freed_count else 100 end,
            r_freed.kind = 'rate'
        );
    end loop;
    -- a claim that saw one free, and was late, keeps its lock until it commits; a tick frees it
    insert into ff_limit_todo (limit_id, limit_key, limit_kind, wake_count)
    select t.quota_policy_id, t.quota_key, t.kind::text::ff_limit_kind, 1
    from ff_quota_token as t
    where
        t.execution_id = any (p_execution_ids)
        and (t.kind = 'slot' or (p_are_over and t.free_at = 'infinity'))
        and t.free_at > _now();
    if p_are_over then
        perform _leave_line(w.execution_id)
        from unnest(array(
            select w.execution_id
            from ff_admission_wait as w
            where w.execution_id = any (p_execution_ids)
        )) as w (execution_id);
        perform _drop_reservations(p_execution_ids);
    end if;
end;
$_return_limits$;

comment on function _return_limits is
'Gives back the places of the leases of locked executions and, when the executions have finished, their reservations; wakes executions that wait for them.';
