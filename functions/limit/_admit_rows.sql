create or replace function _admit_rows(p_job _job)
returns tid[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $_admit_rows$
declare
    v_lane_policy_id constant uuid := (p_job.rules ->> 'quota_policy_id')::uuid;
    v_admitted tid[] := '{}'::tid[];
    v_slot_ids tid[];
    v_place_ids tid[];
    v_count integer;
    v_are_asked boolean := false;
    v_token_ids tid[] := '{}'::tid[];
    v_free_ats timestamptz[] := '{}'::timestamptz[];
    v_execution_ids uuid[] := '{}'::uuid[];
    v_lease_epochs bigint[] := '{}'::bigint[];
    r_group record;
    r_bucket record;
begin
    -- an older snapshot does not show the lines as they are
    if current_setting('transaction_isolation') <> 'read committed' then
        return '{}'::tid[];
    end if;
    -- rows that take tokens from the same bucket, in the order of the batch
    for r_group in
        select
            c.quota_policy_id,
            c.quota_key,
            array_agg(c.row_id) as row_ids,
            array_agg(c.execution_id) as execution_ids,
            array_agg(c.lease_epoch + 1) as lease_epochs,
            array_agg(c.until_at) as untils,
            bool_and(bool_and(c.begins)) over () as all_begin,
            bool_or(bool_or(c.has_budgets)) over () as have_budgets
        from (
            select
                coalesce(e.quota_policy_id, v_lane_policy_id) as quota_policy_id,
                coalesce(
                    e.quota_key,
                    case when e.quota_policy_id is null then p_job.rules ->> 'quota_key' end,
                    ''
                ) as quota_key,
                e.ctid as row_id,
                e.execution_id,
                e.lease_epoch,
                least(
                    _after_ms(p_job.now_at, p_job.lease_ttl_ms),
                    _attempt_deadline(
                        e.state, e.policy, null, null, p_job.now_at, p_job.attempt_timeout_ms
                    ),
                    e.deadline_at
                ) as until_at,
                -- an attempt begins, nothing ends, and it needs one token of a kind
                e.state < 'children_first'
                and not _is_resumable(e.state)
                and (e.deadline_at is null or e.deadline_at > p_job.now_at)
                and (e.flow_id is null or not _is_flow_cancelled(e.flow_id))
                and (e.quota_policy_id is null or v_lane_policy_id is null) as begins,
                e.budget_ids is not null as has_budgets
            from unnest(p_job.row_ids) with ordinality as r (row_id, item)
            inner join ff_exec_core as e on e.ctid = r.row_id
            order by 1, 2, r.item
        ) as c
        group by c.quota_policy_id, c.quota_key
    loop
        if not r_group.all_begin then
            return '{}'::tid[];
        elsif not v_are_asked and (r_group.have_budgets or p_job.rules -> 'budget_ids' is not null)
        then
            if _is_any_budget_short(p_job) then
                return '{}'::tid[];
            end if;
            v_are_asked := true;
        end if;

        select
            -- no row waits for its policy, and no limit knows the executions yet
            not exists (
                select 1
                from ff_admission_wait as w
                where w.limit_id = r_group.quota_policy_id and w.limit_key = r_group.quota_key
            )
            and not exists (
                select 1
                from ff_admission_wait as w
                where w.execution_id = any (r_group.execution_ids)
            )
            and not exists (
                select 1
                from ff_quota_token as t
                where
                    t.execution_id = any (r_group.execution_ids)
                    -- a place in the window that an earlier attempt has used does not count
                    and (
                        t.kind = 'slot'
                        or t.lease_epoch is null
                        or t.lease_epoch >= r_group.lease_epochs[
                            array_position(r_group.execution_ids, t.execution_id)
                        ]
                    )
            ) as is_open,
            q.max_concurrent > 0 as has_slots,
            q.max_per_window > 0 as has_window,
            q.window_ms
        into r_bucket
        from (select) as one
        left join ff_quota_policy as q on q.quota_policy_id = r_group.quota_policy_id;
        continue when not r_bucket.is_open;
        v_count := cardinality(r_group.row_ids);
        v_slot_ids := null;
        v_place_ids := null;
        if r_bucket.has_slots then
            v_slot_ids := _lock_free_tokens(
                r_group.quota_policy_id, r_group.quota_key, 'slot', p_job.now_at, v_count
            );
            v_count := cardinality(v_slot_ids);
        end if;
        if r_bucket.has_window then
            v_place_ids := _lock_free_tokens(
                r_group.quota_policy_id, r_group.quota_key, 'rate', p_job.now_at, v_count
            );
            v_count := cardinality(v_place_ids);
            v_free_ats := v_free_ats || array_fill(
                _after_ms(p_job.now_at, r_bucket.window_ms), array[v_count]
            );
        end if;
        -- the first rows have both tokens
        v_admitted := v_admitted || r_group.row_ids[:v_count];
        if v_place_ids is not null then
            v_token_ids := v_token_ids || v_place_ids;
            v_execution_ids := v_execution_ids || r_group.execution_ids[:v_count];
            v_lease_epochs := v_lease_epochs || r_group.lease_epochs[:v_count];
        end if;
        if v_slot_ids is not null then
            v_token_ids := v_token_ids || v_slot_ids[:v_count];
            v_execution_ids := v_execution_ids || r_group.execution_ids[:v_count];
            v_lease_epochs := v_lease_epochs || r_group.lease_epochs[:v_count];
            v_free_ats := v_free_ats || r_group.untils[:v_count];
        end if;
    end loop;
    if p_job.job = 'admit' and cardinality(v_admitted) < cardinality(p_job.row_ids) then
        return '{}'::tid[];
    end if;
    update ff_quota_token as t
    set free_at = n.free_at, execution_id = n.execution_id, lease_epoch = n.lease_epoch
    from unnest(v_token_ids, v_free_ats, v_execution_ids, v_lease_epochs)
        as n (row_id, free_at, execution_id, lease_epoch)
    where t.ctid = n.row_id;
    return v_admitted;
end;
$_admit_rows$;

comment on function _admit_rows is
'Takes, as a set, what limits ask for the locked rows of a claim, if all of them begin an attempt: one look at each bucket, one lock of as many tokens as rows, one update. Returns the rows that are admitted by that. The others are for _may_be_leased: rows that limits know already, limits with a line or without room, rows with limits of their own in a lane with a quota policy, older snapshots. Of the job admit all rows are admitted or none.';
