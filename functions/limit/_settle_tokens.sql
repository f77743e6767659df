create or replace function _settle_tokens(
    p_execution ff_exec_core,
    p_buckets _bucket[],
    p_kinds ff_quota_token_kind[],
    p_numbers integer[],
    p_until timestamptz,
    p_begins_at timestamptz
)
returns void
language plpgsql
as $_settle_tokens$
declare
    v_lease_epoch constant bigint := p_execution.lease_epoch + 1;
    v_now timestamptz;
    r_token record;
begin
    for r_token in
        select t.quota_policy_id, t.quota_key, t.kind, t.token_no, t.lease_epoch, t.free_at
        from ff_quota_token as t
        where
            t.execution_id = p_execution.execution_id
            -- those that its limits ask for were just taken
            and (t.quota_policy_id, t.quota_key, t.kind, t.token_no) not in (
                select n.quota_policy_id, n.quota_key, n.kind, n.token_no
                from unnest(p_buckets, p_kinds, p_numbers) as n (
                    quota_policy_id, quota_key, is_own, window_ms, max_per_window,
                    max_concurrent, kind, token_no
                )
            )
            -- slots, and places that no attempt has used
            and (t.kind = 'slot' or t.lease_epoch is null or t.lease_epoch = v_lease_epoch)
        for no key update skip locked
    loop
        if r_token.lease_epoch is null then
            -- admitted by ff_check_admission: the lease takes it along
            update ff_quota_token as t
            set
                lease_epoch = v_lease_epoch,
                free_at = case t.kind
                    when 'slot' then p_until
                    else coalesce(
                        _after_ms(
                            p_begins_at,
                            (
                                select q.window_ms
                                from ff_quota_policy as q
                                where q.quota_policy_id = t.quota_policy_id
                            )
                        ),
                        p_until
                    )
                end
            where
                t.quota_policy_id = r_token.quota_policy_id
                and t.quota_key = r_token.quota_key
                and t.kind = r_token.kind
                and t.token_no = r_token.token_no;
            if r_token.kind = 'rate' then
                -- a place that was held for as long as the admission has a moment now
                insert into ff_limit_todo (limit_id, limit_key, limit_kind)
                values (r_token.quota_policy_id, r_token.quota_key, 'rate');
            end if;
        elsif r_token.kind = 'slot' or p_begins_at is not null then
            -- a limit that is not its limit any more: it was lifted since
            v_now := _now();
            update ff_quota_token as t
            set
                free_at = least(t.free_at, v_now),
                execution_id = null,
                lease_epoch = null
            where
                t.quota_policy_id = r_token.quota_policy_id
                and t.quota_key = r_token.quota_key
                and t.kind = r_token.kind
                and t.token_no = r_token.token_no;
            if r_token.free_at > v_now then
                perform _wake_waiting(
                    r_token.quota_policy_id, r_token.quota_key,
                    r_token.kind::text::ff_limit_kind,
                    case r_token.kind when 'slot' then 1 else 100 end, r_token.kind = 'rate'
                );
            end if;
        end if;
    end loop;
end;
$_settle_tokens$;

comment on function _settle_tokens is
'Ties what ff_check_admission took for an execution to the lease that it gets, and gives back what it holds of limits that are not its limits any more. p_begins_at: when its attempt begins; null while that is only promised.';
