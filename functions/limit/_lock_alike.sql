create or replace function _lock_alike(
    p_execution ff_exec_core,
    p_refusal _refusal,
    p_now timestamptz,
    p_accepted tid[]
)
returns tid[]
language plpgsql
as $_lock_alike$
declare
    v_is_budget constant boolean := p_refusal.reason = 'budget';
    -- a bounded number, so that one claim is not held up for long
    v_due_row_ids constant tid[] := array(
        select e.ctid
        from ff_exec_core as e
        where
            e.route_id = p_execution.route_id
            and e.claimable_at >= _head_of(p_execution.route_id)
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit 499
    );
begin
    return array(
        select e.ctid
        from ff_exec_core as e
        where
            e.ctid = any (v_due_row_ids)
            -- a row that this call leases is not put off by it
            and e.ctid <> all (p_accepted)
            and (e.state < 'children_first' or _is_refused(e.state))
            and e.claimable_at <= p_now
            and coalesce(e.deadline_at > p_now, true)
            and (
                (
                    not p_refusal.is_own
                    -- a key of its own, under the policy of the lane, is a bucket of its own
                    and (v_is_budget or e.quota_policy_id is not null or e.quota_key is null)
                )
                or (v_is_budget and p_refusal.limit_id = any (e.budget_ids))
                or (
                    not v_is_budget
                    and e.quota_policy_id is not distinct from p_execution.quota_policy_id
                    and e.quota_key is not distinct from p_execution.quota_key
                )
            )
            and (p_refusal.reason <> 'rate' or not _is_resumable(e.state))
            and not exists (
                select 1
                from ff_quota_token as t
                where t.execution_id = e.execution_id
            )
            -- free tokens are for the rows of the line
            and not (
                p_refusal.is_behind
                and exists (
                    select 1
                    from ff_admission_wait as w
                    where
                        w.execution_id = e.execution_id
                        and w.limit_id = p_refusal.limit_id
                        and w.limit_key = p_refusal.limit_key
                        and w.limit_kind = p_refusal.reason::ff_limit_kind
                )
            )
            -- a row with a reservation is judged by itself
            and not (
                v_is_budget
                and exists (
                    select 1
                    from ff_budget_reservation as r
                    where
                        r.budget_id = p_refusal.limit_id
                        and r.execution_id = e.execution_id
                )
            )
        order by e.claimable_at
        for no key update skip locked
    );
end;
$_lock_alike$;

comment on function _lock_alike is
'Locks the due rows in the route of a refused execution that the same limit would refuse now, skipping rows that others hold and rows that the claim has accepted.';
