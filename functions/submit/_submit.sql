create or replace function _submit(
    p_submission _submission,
    p_is_id_given boolean,
    p_item integer default 1,
    p_is_of_batch boolean default false
)
returns ff_created_item
language plpgsql
as $_submit$
declare
    v_execution_id constant uuid := p_submission.execution_id;
    v_place _placement;
    v_times _schedule;
    v_item ff_created_item;
    v_is_admitted boolean := false;
    v_bytes bigint;
begin
    if p_is_id_given then
        -- checked first, so that a duplicate writes nothing, not even a route
        v_item := _answer_existing(p_submission);
        if v_item.outcome is not null then
            return v_item;
        end if;
        if v_execution_id < _id_at(_now() - interval '1 day') then
            -- lists by time cannot go by the ids from now on
            perform nextval('ff_late_ids');
        end if;
        -- ff_check_admission has admitted this id: the claim uses that token
        v_is_admitted := exists (
            select 1 from ff_quota_token as t where t.execution_id = v_execution_id
        );
    end if;
    v_place := _placement_of(p_submission);
    if v_place.submitters is not null and not p_is_of_batch then
        v_bytes := _content_bytes(
            p_submission.input, p_submission.payload, p_submission.tags, p_submission.policy
        );
        perform _check_submitter(p_submission.lane_id, v_place.submitters, 1, v_bytes);
    end if;
    -- the clock is read late, because taking the key may have waited for another submission
    v_times := _schedule_submission(p_submission, v_place.policy);
    insert into ff_exec_core (
        execution_id, flow_id, state, route_id, claimable_at, created_at, updated_at, deadline_at,
        kind, namespace, created_by, creating_login, creating_actor, idempotency_key, tags,
        policy, input, payload, is_limited, quota_policy_id, quota_key, budget_ids, fairness_key,
        is_counted, parent_id, parent_step_key
    )
    values (
        v_execution_id,
        p_submission.flow_id,
        v_times.state,
        v_place.route_id,
        -- a microsecond apart, so that a batch is claimed in the order given
        v_times.claimable_at + (p_item - 1) * interval '1 microsecond',
        v_times.submitted_at,
        v_times.submitted_at,
        v_times.deadline_at,
        p_submission.kind,
        p_submission.namespace,
        _caller()::text,
        _creating_login(),
        p_submission.actor,
        p_submission.idempotency_key,
        p_submission.tags,
        v_place.policy,
        p_submission.input,
        p_submission.payload,
        v_is_admitted or _has_own_limits(p_submission),
        p_submission.quota_policy_id,
        p_submission.quota_key,
        p_submission.budget_ids,
        case when v_place.is_fair then coalesce(p_submission.fairness_key, '') end,
        v_place.submitters is not null,
        p_submission.parent_id,
        p_submission.parent_step_key
    )
    on conflict do nothing;
    if not found then
        return _answer_existing(p_submission);
    elsif p_is_id_given and _now() >= v_times.submitted_at + interval '1 millisecond' then
        -- the insert waited for another submission of this id: its times count from now
        v_times := _schedule_submission(p_submission, v_place.policy);
        update ff_exec_core as e
        set
            state = v_times.state,
            claimable_at = v_times.claimable_at + (p_item - 1) * interval '1 microsecond',
            created_at = v_times.submitted_at,
            updated_at = v_times.submitted_at,
            deadline_at = v_times.deadline_at
        where e.execution_id = v_execution_id;
    end if;
    if v_execution_id < _lowest_new_id(
        to_timestamp(pg_sequence_last_value('ff_clock_mark'::regclass) / 1e6::float8)
    ) then
        -- ticks count along the ids, and may be past this one
        insert into ff_late_submission (execution_id, lane_id, submitted_at)
        values (v_execution_id, p_submission.lane_id, v_times.submitted_at);
    end if;
    if v_bytes is not null then
        perform _count_submissions(
            p_submission.lane_id, v_place.submitters, array[v_execution_id], array[v_bytes]
        );
    end if;
    if v_place.is_fair and v_times.claimable_at <= _now() then
        perform _await_turn(v_place.route_id, coalesce(p_submission.fairness_key, ''));
    end if;
    perform _enter_work(p_submission, v_times, array[v_execution_id]);
    return (
        v_execution_id,
        'created',
        v_times.public_state,
        null,
        null
    )::ff_created_item;
end;
$_submit$;

comment on function _submit is
'Writes one checked submission whose key is taken; returns a duplicate or a conflict if its id exists.';
