create or replace function _lease_granted(
    p_execution ff_exec_core,
    p_now timestamptz,
    p_worker_id text,
    p_worker_instance_id text,
    p_lease_ttl_ms bigint,
    p_lease_id uuid,
    p_attempt_id uuid,
    p_attempt_policy jsonb,
    p_attempt_timeout_ms bigint,
    p_deadline_at timestamptz default null
)
returns ff_claimed_execution
language plpgsql
as $_lease_granted$
declare
    v_lane_id constant text := (
        select r.lane_id from ff_route as r where r.route_id = p_execution.route_id
    );
    v_row_id tid;
    v_claimed ff_claimed_execution;
begin
    update ff_exec_core as e
    set
        policy = case
            when p_attempt_policy is null then e.policy
            else _merged_policy(e.policy, p_attempt_policy)
        end,
        -- registered once; a deadline that is over already is over now
        deadline_at = coalesce(e.deadline_at, greatest(p_deadline_at, case
            when p_deadline_at is not null then p_now
        end))
    where e.execution_id = p_execution.execution_id and e.partition_key = p_execution.partition_key
    returning e.ctid into v_row_id;
    select c.*
    into v_claimed
    from _take_leases(
        array[v_row_id], p_now, v_lane_id, p_worker_id, p_worker_instance_id,
        p_lease_ttl_ms, p_attempt_timeout_ms, p_lease_id, p_attempt_id
    ) as c;
    return v_claimed;
end;
$_lease_granted$;

comment on function _lease_granted is 'Leases a locked execution to the worker whose grant was redeemed.';
