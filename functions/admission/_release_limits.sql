create or replace function _release_limits(
    p_partition_key smallint,
    p_execution_id uuid,
    p_is_over boolean
)
returns void
language plpgsql
as $_release_limits$
declare
    r_freed record;
begin
    for r_freed in
        with own as (
            select o.quota_policy_id, o.quota_key, o.kind, o.token_no
            from ff_quota_token as o
            where
                o.execution_id = p_execution_id
                and o.partition_key = p_partition_key
                and o.kind = 'slot'
            for no key update skip locked
        ),

        freed as (
            update ff_quota_token as t
            set
                -- not before the end of the lease: a claim that began earlier goes by its own clock
                free_at = _now(),
                execution_id = null,
                partition_key = null,
                lease_epoch = null
            from own as o
            where
                t.quota_policy_id = o.quota_policy_id
                and t.quota_key = o.quota_key
                and t.kind = o.kind
                and t.token_no = o.token_no
            returning t.quota_policy_id, t.quota_key
        )

        select f.quota_policy_id, f.quota_key
        from freed as f
        order by f.quota_policy_id, f.quota_key collate "C"
    loop
        perform _wake(r_freed.quota_policy_id, r_freed.quota_key, 1);
    end loop;
    -- a claim that saw one free, and was late, keeps its lock until it commits; a tick frees it
    insert into ff_admission_debt (limit_id, limit_key, wake_count)
    select t.quota_policy_id, t.quota_key, 1
    from ff_quota_token as t
    where
        t.execution_id = p_execution_id
        and t.partition_key = p_partition_key
        and t.kind = 'slot'
        and t.free_at > _now();
    if p_is_over then
        delete from ff_admission_wait as w
        where w.execution_id = p_execution_id and w.partition_key = p_partition_key;
        perform _drop_reservations(p_partition_key, p_execution_id);
    end if;
end;
$_release_limits$;

comment on function _release_limits is
'Gives back what the lease of a locked execution held, and, when the execution is over, what it had set aside; wakes who waits for that.';
