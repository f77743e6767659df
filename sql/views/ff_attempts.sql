-- noqa: disable=ST05, ST09
-- Every attempt, ended or not, in the words of the model; only
-- ff_list_attempts returns details of failures.
create view ff_attempts with (security_barrier = true) as
select
    a.execution_id,
    a.attempt_index,
    a.attempt_id,
    a.attempt_type::text as attempt_type,
    a.outcome::text as outcome,
    a.worker_id,
    a.worker_instance_id,
    a.lease_id,
    a.lease_epoch,
    a.started_at,
    a.ended_at,
    a.failure_reason,
    a.failure_category,
    a.retry_at
from ff_attempt_item as a
cross join (select array(select h.lane_id from ff_hidden_lane as h) as lane_ids) as n
where
    n.lane_ids = '{}'
    or exists (
        select 1
        from ff_exec_core as e
        inner join ff_route as r on r.route_id = e.route_id
        where
            e.execution_id = a.execution_id
            and r.lane_id <> all(n.lane_ids)
    );

comment on view ff_attempts is
'Every attempt of every execution, ended or not; look those of one up by execution_id.';
