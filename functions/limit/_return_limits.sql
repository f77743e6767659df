create or replace function _return_limits(
    p_execution_id uuid,
    p_is_over boolean
)
returns void
language plpgsql
as $_return_limits$
declare
    r_freed record;
begin
    for r_freed in
        with own as (
            select o.quota_policy_id, o.quota_key, o.kind, o.token_no
            from ff_quota_token as o
            where
                o.execution_id = p_execution_id
                and (
                    o.kind = 'slot'
                    -- held for an attempt that will not begin
                    or (p_is_over and o.free_at = 'infinity')
                )
            for no key update skip locked
        ),

        freed as (
            update ff_quota_token as t
            set
                -- not before the end of the lease: a claim that began earlier goes by its own clock
                free_at = _now(),
                execution_id = null,
                lease_epoch = null
            from own as o
            where
                t.quota_policy_id = o.quota_policy_id
                and t.quota_key = o.quota_key
                and t.kind = o.kind
                and t.token_no = o.token_no
            returning t.quota_policy_id, t.quota_key, t.kind
        )

        select f.quota_policy_id, f.quota_key, f.kind
        from freed as f
        order by f.quota_policy_id, f.quota_key collate "C", f.kind
    loop
        perform _wake_waiting(
            r_freed.quota_policy_id, r_freed.quota_key, r_freed.kind::text::ff_limit_kind,
            -- behind the place in a window that comes free the whole line moves up
            case r_freed.kind when 'slot' then 1 else 100 end, r_freed.kind = 'rate'
        );
    end loop;
    -- a claim that saw one free, and was late, keeps its lock until it commits; a tick frees it
    insert into ff_limit_todo (limit_id, limit_key, limit_kind, wake_count)
    select t.quota_policy_id, t.quota_key, t.kind::text::ff_limit_kind, 1
    from ff_quota_token as t
    where
        t.execution_id = p_execution_id
        and (t.kind = 'slot' or (p_is_over and t.free_at = 'infinity'))
        and t.free_at > _now();
    if p_is_over then
        perform _leave_line(p_execution_id);
        perform _drop_reservations(p_execution_id);
    end if;
end;
$_return_limits$;

comment on function _return_limits is
'Gives back the places of the lease of a locked execution and, when the execution has finished, its reservations; wakes executions that wait for them.';
