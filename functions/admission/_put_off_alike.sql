create or replace function _put_off_alike(
    p_execution ff_exec_core,
    p_refusal _refusal,
    p_now timestamptz
)
returns void
language plpgsql
as $_put_off_alike$
declare
    v_rules constant jsonb := _lane_rules((_route_of(p_execution)).lane_id);
    v_kind constant ff_quota_token_kind := case
        when p_refusal.reason <> 'budget' then p_refusal.reason::ff_quota_token_kind
    end;
    v_eligibility constant ff_eligibility_state := (
        case p_refusal.reason
            when 'budget' then 'blocked_by_budget'
            else 'blocked_by_quota'
        end
    )::ff_eligibility_state;
    v_bucket _bucket;
    v_free_at timestamptz[];
    v_row_ids tid[];
begin
    if v_kind is not null then
        select b.*
        into v_bucket
        from _buckets_of(p_execution, v_rules) as b
        where b.quota_policy_id = p_refusal.limit_id and b.quota_key = p_refusal.limit_key;
        v_free_at := _nth_free_at(v_bucket, v_kind);
    end if;
    v_row_ids := array(
        select e.ctid
        from ff_exec_core as e
        where
            e.route_id = p_execution.route_id
            and e.claimable_at >= _head_of(p_execution.route_id)
            and e.claimable_at <= p_now
        order by e.claimable_at
        limit 499
    );
    -- those that the same limit would refuse just now
    v_row_ids := array(
        select e.ctid
        from ff_exec_core as e
        where
            e.ctid = any (v_row_ids)
            and (e.state < 'children_first' or _is_refused(e.state))
            and e.claimable_at <= p_now
            and coalesce(e.deadline_at > p_now, true)
            and (
                (
                    not p_refusal.is_own
                    -- a key of its own, under the policy of the lane, is a bucket of its own
                    and (v_kind is null or e.quota_policy_id is not null or e.quota_key is null)
                )
                or p_refusal.limit_id = any (e.budget_ids)
                or (
                    v_kind is not null
                    and e.quota_policy_id is not distinct from p_execution.quota_policy_id
                    and e.quota_key is not distinct from p_execution.quota_key
                )
            )
            and (p_refusal.reason <> 'rate' or not _is_resumable(e.state))
            and not exists (
                select 1
                from ff_quota_token as t
                where t.execution_id = e.execution_id and t.partition_key = e.partition_key
            )
        order by e.claimable_at
        for no key update skip locked
    );
    with put_off as (
        update ff_exec_core as e
        set
            state = _blocked_state(e.state, v_eligibility),
            claimable_at = least(
                case
                    when v_kind is null then p_refusal.look_again_at
                    else _nth_look(
                        v_free_at, v_bucket, v_kind, i.item + 1, not p_refusal.is_in_flight, p_now
                    )
                end
                -- in their order; and not all at once, where only a safety net is due
                + case
                    when p_refusal.reason <> 'rate' and not p_refusal.is_in_flight
                        then interval '10 milliseconds'
                    else interval '1 microsecond'
                end * i.item,
                e.deadline_at
            ),
            is_limited = true,
            updated_at = p_now
        from unnest(v_row_ids) with ordinality as i (row_id, item)
        where e.ctid = i.row_id
        returning e.execution_id, e.partition_key, i.item
    )

    insert into ff_admission_wait as w (
        execution_id, partition_key, limit_id, limit_key, waits_since
    )
    select
        o.execution_id,
        o.partition_key,
        p_refusal.limit_id,
        p_refusal.limit_key,
        p_now + o.item * interval '1 microsecond'
    from put_off as o
    where p_refusal.reason <> 'rate'
    on conflict (execution_id, partition_key) do update
    set limit_id = excluded.limit_id, limit_key = excluded.limit_key;
end;
$_put_off_alike$;

comment on function _put_off_alike is
'Puts off what is due behind an execution that was refused and would be refused for the same reason, so that it hides nothing else; in one step, and as far as nobody holds it.';
