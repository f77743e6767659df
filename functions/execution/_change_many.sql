create or replace function _change_many(
    p_filter jsonb,
    p_change _change,
    p_limit integer,
    p_before timestamptz,
    p_after uuid,
    p_dry_run boolean,
    p_is_for_submitters boolean default false
)
returns ff_bulk_answer
language plpgsql
as $_change_many$
declare
    -- one call has no time for more
    v_most constant integer := case when p_dry_run then 5000 else 1000 end;
    v_now constant timestamptz := _now();
    v_reach constant _reach := _reach_to_change(p_is_for_submitters);
    v_verbs constant text[] := case
        when v_reach.submitters is null then '{operate}'::text[] else '{submit,operate}'::text[]
    end;
    v_filter _execution_filter := _parse_filter(p_filter);
    v_change _change := p_change;
    v_outcome text;
    v_found _found;
    v_answer ff_bulk_answer;
    v_left_out bigint;
    v_seen bigint := 0::bigint;
    v_is_cut boolean := false;
    r_one record;
begin
    perform _check_bulk(p_filter, p_limit, p_before, p_dry_run);
    if v_filter.lane_id is not null then
        perform _check_lane(v_filter.lane_id, variadic v_verbs);
    end if;
    v_filter.created_until := _until_now(p_before);
    v_filter.applies_to := _applies_to(p_change.verb);
    v_answer := (0::bigint, 0::bigint, v_filter.created_until, null::uuid, false);
    v_found := _find_ids(v_filter, v_reach, v_now, false, p_after, least(p_limit, v_most));
    -- before anything is changed
    v_left_out := _count_left_out(v_filter, v_reach, v_now, p_after, v_found.after);
    v_change.stop_at := _now() + interval '30 milliseconds';
    if p_dry_run and p_change.verb in ('cancel', 'reschedule') then
        -- to which the state says enough
        v_answer.changed_count := cardinality(v_found.ids)::bigint;
    elsif p_dry_run then
        for r_one in
            select i.place, _is_applicable(e, v_change, v_now) as is_applicable
            from unnest(v_found.ids) with ordinality as i (execution_id, place)
            inner join ff_exec_core as e on e.execution_id = i.execution_id
            order by i.place
        loop
            v_seen := r_one.place;
            v_answer.changed_count := v_answer.changed_count + r_one.is_applicable::integer;
            v_is_cut := v_seen < cardinality(v_found.ids) and _now() >= v_change.stop_at;
            exit when v_is_cut;
        end loop;
    else
        for r_one in
            select i.place, i.execution_id
            from unnest(v_found.ids) with ordinality as i (execution_id, place)
            inner join ff_exec_core as e on e.execution_id = i.execution_id
            where
                -- judged again on the locked row: it may have changed since it was found
                e.state = any (v_filter.applies_to)
                and _matches(row(
                    e.execution_id, e.route_id, e.created_at, e.flow_id, e.kind, e.namespace,
                    e.idempotency_key, e.tags, e.state, e.claimable_at, e.lease_expires_at,
                    e.worker_instance_id, e.failure_category
                )::_candidate, v_filter, v_now)
            order by i.place
            for no key update of e skip locked
        loop
            v_outcome := _apply_change(r_one.execution_id, v_change);
            if v_outcome = 'unfinished' then
                -- the next call comes back to it
                v_seen := r_one.place - 1::bigint;
                v_is_cut := true;
                exit;
            end if;
            v_seen := r_one.place;
            v_answer.changed_count := v_answer.changed_count + (v_outcome = 'changed')::integer;
            v_is_cut := v_seen < cardinality(v_found.ids) and _now() >= v_change.stop_at;
            exit when v_is_cut;
        end loop;
    end if;
    if v_is_cut then
        -- the next call goes on there
        v_answer.after := coalesce(v_found.ids[v_seen], p_after);
        v_answer.is_more := true;
        v_left_out := v_left_out
            - _count_left_out(v_filter, v_reach, v_now, v_answer.after, v_found.after);
    else
        v_seen := cardinality(v_found.ids)::bigint;
        v_answer.after := v_found.after;
        v_answer.is_more := v_found.is_more;
    end if;
    v_answer.skipped_count := v_seen - v_answer.changed_count + greatest(v_left_out, 0);
    return v_answer;
end;
$_change_many$;

comment on function _change_many is
'Changes the executions that match a filter, the oldest first, a bounded number in a bounded time, and says how far it has come.';
