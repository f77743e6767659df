create or replace function _enter_work(
    p_submission _submission,
    p_times _schedule,
    p_execution_ids uuid[]
)
returns void
language plpgsql
as $_enter_work$
begin
    if p_submission.quota_key <> '' and p_submission.quota_policy_id is not null
        and not exists (
            select 1
            from ff_quota_token as t
            where
                t.quota_policy_id = p_submission.quota_policy_id
                and t.quota_key = p_submission.quota_key
        )
    then
        -- made here, so that the first claims do not compete to make the tokens
        perform _open_bucket(p_submission.quota_policy_id, p_submission.quota_key, false);
    end if;
    perform _ring(p_submission.lane_id, p_times.claimable_at);
    perform _index_tags(p_submission.lane_id, p_submission.tags, p_execution_ids);
    if p_submission.flow_id is not null then
        insert into ff_flow_member (flow_id, execution_id, added_at)
        select p_submission.flow_id, i.execution_id, p_times.submitted_at
        from unnest(p_execution_ids) as i (execution_id);
    end if;
    if p_times.deadline_at <= p_times.submitted_at then
        -- cannot raise ZF201: they were written by this call
        perform _expire_at_once(p_execution_ids, p_times.submitted_at);
    end if;
end;
$_enter_work$;

comment on function _enter_work is
'Makes the tokens for the quota key of new executions, wakes workers that sleep, enters tags that are indexed, adds the executions to their flow, and ends those whose deadline has passed.';
