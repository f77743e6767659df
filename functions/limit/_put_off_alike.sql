create or replace function _put_off_alike(
    p_execution ff_exec_core,
    p_refusal _refusal,
    p_now timestamptz,
    p_accepted uuid[]
)
returns void
language plpgsql
as $_put_off_alike$
declare
    v_route constant ff_route := _route_of(p_execution);
    v_priority constant integer := v_route.priority;
    v_rules constant jsonb := _lane_rules(v_route.lane_id);
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
    v_row_ids tid[];
    v_moments timestamptz[];
    v_from_state constant ff_state := (
        case p_refusal.reason when 'budget' then 'budget_first' else 'quota_first' end
    )::ff_state;
    v_to_state constant ff_state := (
        case p_refusal.reason when 'budget' then 'budget_resume' else 'quota_resume' end
    )::ff_state;
begin
    if v_kind is not null then
        select b.*
        into v_bucket
        from _buckets_of(p_execution, v_rules) as b
        where b.quota_policy_id = p_refusal.limit_id and b.quota_key = p_refusal.limit_key;
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
            -- a row that this call leases is not put off by it
            and e.execution_id <> all (p_accepted)
            and (e.state < 'children_first' or _is_refused(e.state))
            and e.claimable_at <= p_now
            and coalesce(e.deadline_at > p_now, true)
            and (
                (
                    not p_refusal.is_own
                    -- a key of its own, under the policy of the lane, is a bucket of its own
                    and (v_kind is null or e.quota_policy_id is not null or e.quota_key is null)
                )
                or (v_kind is null and p_refusal.limit_id = any (e.budget_ids))
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
                v_kind is null
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
    if v_row_ids = '{}' then
        return;
    end if;
    v_moments := _moments_behind(p_execution, p_refusal, v_row_ids, v_bucket, p_now);
    with put_off as (
        update ff_exec_core as e
        set
            state = case
                -- the usual case, without a look into the table of states
                when e.state between v_from_state and v_to_state then e.state
                else _blocked_state(e.state, v_eligibility)
            end,
            claimable_at = least(i.moment, e.deadline_at),
            is_limited = true,
            updated_at = p_now
        from unnest(v_row_ids, v_moments) with ordinality as i (row_id, moment, item)
        where e.ctid = i.row_id
        returning e.execution_id, i.item, i.moment
    ),

    left_lines as (
        insert into ff_admission_debt (limit_id, limit_key, limit_kind, wake_count)
        select w.limit_id, w.limit_key, w.limit_kind, count(*)
        from put_off as o
        inner join ff_admission_wait as w
            on w.execution_id = o.execution_id
        where (w.limit_id, w.limit_key, w.limit_kind)
            <> (p_refusal.limit_id, p_refusal.limit_key, p_refusal.reason::ff_limit_kind)
        group by w.limit_id, w.limit_key, w.limit_kind
    )

    insert into ff_admission_wait as w (
        execution_id, limit_id, limit_key, limit_kind, priority, waits_since,
        looks_at
    )
    select
        o.execution_id,
        p_refusal.limit_id,
        p_refusal.limit_key,
        p_refusal.reason::ff_limit_kind,
        v_priority,
        p_now + o.item * interval '1 microsecond',
        o.moment
    from put_off as o
    on conflict (execution_id) do update
    set
        limit_id = excluded.limit_id,
        limit_key = excluded.limit_key,
        limit_kind = excluded.limit_kind,
        priority = excluded.priority,
        looks_at = excluded.looks_at;
end;
$_put_off_alike$;

comment on function _put_off_alike is
'Puts off what is due behind an execution that was refused and would be refused for the same reason, so that it hides nothing else; in one step, and as far as nobody holds it.';
