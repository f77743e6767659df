create or replace function _reason_children(p_execution ff_exec_core, p_now timestamptz)
returns _gate
language plpgsql
stable
as $_reason_children$
declare
    v_waits constant jsonb := _described_waits(p_execution, p_now);
    v_wake_at constant timestamptz := (
        select min(s.wake_at) from _awaited_steps(p_execution) as s
    );
    -- a claim applies the timeout, in _settle_waits
    v_goes_on constant boolean := coalesce(
        v_wake_at <= p_now and p_execution.claimable_at <= p_now, false
    );
    v_is_decided constant boolean := exists (
        select 1
        from jsonb_array_elements(v_waits) as w (wait)
        where w.wait ->> 'missing_count' = '0'
    );
    v_hidden constant text[] := _hidden_lanes('read', 'operate');
begin
    return (
        'dependencies',
        v_goes_on,
        case
            when v_goes_on then 'timed_out'
            when v_is_decided then 'decided'
            else 'waiting_for_children'
        end,
        jsonb_strip_nulls(jsonb_build_object(
            'reason', _wait_reason(p_execution, p_now),
            'waits', v_waits,
            'blockers', (
                select jsonb_agg(
                    jsonb_build_object(
                        'execution_id', b.execution_id,
                        -- null for a child in a lane that the caller may not look into
                        'public_state', case
                            when b.lane_id <> all (v_hidden) then b.public_state
                        end
                    )
                    order by b.execution_id
                )
                from (
                    select
                        e.execution_id, r.lane_id,
                        _public_state(_effective_state(
                            e.state, e.claimable_at, e.lease_expires_at, p_now
                        )) as public_state
                    from ff_step as s
                    inner join ff_exec_core as e on e.execution_id = s.child_execution_id
                    inner join ff_route as r on r.route_id = e.route_id
                    where
                        s.execution_id = p_execution.execution_id
                        and s.kind = 'child'
                        and e.terminal_at is null
                    order by s.place
                    limit 100
                ) as b
            )
        )),
        case
            when v_goes_on then null
            when v_is_decided then 'the next claim or tick, which counts its children'
            else 'the end of its children' || case
                when v_wake_at is not null then ' or time'
                else ''
            end
        end,
        case when not v_goes_on then v_wake_at end
    )::_gate;
end;
$_reason_children$;

comment on function _reason_children is
'What does an execution wait for that waits for children by a step? Part of ff_explain.';
