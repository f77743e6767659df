-- noqa: disable=LT02, ST05
-- All attempts: the ended ones, and the current or last one out of the execution's own row.
create view ff_attempt_item as
select
    a.execution_id,
    a.attempt_index,
    a.attempt_id,
    a.attempt_type,
    a.outcome,
    a.worker_id,
    a.worker_instance_id,
    a.lease_id,
    a.lease_epoch,
    a.started_at,
    a.ended_at,
    a.failure_reason,
    a.failure_category,
    a.failure_detail,
    a.retry_at
from ff_attempt as a
union all
select
    e.execution_id,
    e.attempt_index,
    e.attempt_id,
    e.attempt_type,
    case
        when e.state = 'completed' then 'ended_success'
        when e.state = 'failed' then 'ended_failure'
        when e.state in ('cancelled', 'skipped') then 'ended_cancelled'
        when e.state = 'expired' then 'ended_expired'
    end::ff_attempt_outcome as outcome,
    e.worker_id,
    e.worker_instance_id,
    -- the values of the worker's lease: an operator's call that ended it wrote other ones
    case when t.is_taken then e.overridden_lease_id else e.lease_id end as lease_id,
    e.lease_epoch - t.is_taken::integer as lease_epoch,
    e.attempt_started_at as started_at,
    e.terminal_at as ended_at,
    e.failure_reason,
    e.failure_category,
    e.failure_detail,
    null::timestamptz as retry_at
from ff_exec_core as e
cross join lateral (
    select
        e.lease_ended_by is not null
        and (
            e.lease_ended_by >= 'operator_completed'
            or (
                e.state in ('cancelled', 'skipped')
                and e.lease_ended_by in ('cancelled', 'revoked', 'expired')
                and e.cancelled_by is distinct from 'lease_holder'
            )
        ) as is_taken
) as t
where
    e.attempt_index is not null
    and not exists (
        select 1
        from ff_attempt as a
        where
            a.execution_id = e.execution_id
            and a.attempt_index = e.attempt_index
    );

comment on view ff_attempt_item is 'Every attempt of every execution, ended or not; for our own use, see ff_attempts.';
