create or replace function _put_off_alike(
    p_execution ff_exec_core,
    p_limits _limits,
    p_refusal _refusal,
    p_now timestamptz,
    p_accepted tid[]
)
returns void
language plpgsql
as $_put_off_alike$
declare
    v_is_budget constant boolean := p_refusal.reason = 'budget';
    v_eligibility constant ff_eligibility_state := (
        case when v_is_budget then 'blocked_by_budget' else 'blocked_by_quota' end
    )::ff_eligibility_state;
    v_from_state constant ff_state := (
        case when v_is_budget then 'budget_first' else 'quota_first' end
    )::ff_state;
    v_to_state constant ff_state := (
        case when v_is_budget then 'budget_resume' else 'quota_resume' end
    )::ff_state;
    v_row_ids constant tid[] := _lock_alike(p_execution, p_refusal, p_now, p_accepted);
    v_moments timestamptz[];
begin
    if v_row_ids = '{}' then
        return;
    end if;
    v_moments := _moments_behind(
        p_limits.priority,
        p_refusal,
        v_row_ids,
        (
            select b
            from unnest(p_limits.buckets) as b
            where b.quota_policy_id = p_refusal.limit_id and b.quota_key = p_refusal.limit_key
        ),
        p_now
    );
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
        insert into ff_limit_todo (limit_id, limit_key, limit_kind, wake_count)
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
        p_limits.priority,
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
'Puts off, in one step, the due executions after a refused one that the same limit would refuse, so that the claim finds the work after them. Skips locked rows.';
