begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given an execution that failed; when an operator replays it an hour later; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_fail(pg_temp.claim('a'), 'broken');
    perform pg_temp.advance('1 hour');
end;
$given$;
select is(
    to_jsonb(flowfabric.ff_replay_execution(pg_temp.id(1), 'the bug is fixed', 'ada')),
    '{
        "execution_id": "00000000-0000-7000-8000-000000000001",
        "outcome": "replayed",
        "public_state": "waiting",
        "replay_count": 1
    }',
    'it waits for a worker'
);
select results_eq(
    $$
        select
            lifecycle_phase, ownership_state, eligibility_state, blocking_reason, terminal_outcome,
            attempt_state, public_state, attempt_index, lease_epoch, claimable_at, terminal_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        values (
            'runnable', 'unowned', 'eligible_now', 'waiting_for_worker', 'none',
            'pending_replay_attempt', 'waiting', 0, 1::bigint,
            '2030-01-01 13:00:00+00'::timestamptz, null::timestamptz
        )
    $$,
    'it is due now, for an attempt of type replay'
);
select results_eq(
    $$
        select e.kind::text, pg_temp.number(e.execution_id), e.occurred_at, e.details - 'role' - 'ended'
        from flowfabric.ff_operator_event as e
        where e.kind not in ('acquired', 'completed')
    $$,
    $$
        select
            'replayed', 1, '2030-01-01 13:00:00+00'::timestamptz,
            jsonb_build_object(
                'session_user', session_user, 'actor', 'ada', 'reason', 'the bug is fixed',
                'branch', 'normal', 'groups_reset', 0
            )
    $$,
    'the event says who replayed it and why'
);
select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1')
    $$,
    $$values (1, 'replay', 2::bigint)$$,
    'the next claim begins it, under the next epoch'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
