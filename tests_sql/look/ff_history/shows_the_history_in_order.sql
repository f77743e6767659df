begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given an execution that was submitted, got another priority, failed once, was revoked, taken
-- over, completed, replayed, claimed and cancelled, each a second after the one before
do $given$
begin
    perform flowfabric.ff_create_execution(
        'lane',
        p_execution_id => pg_temp.id(1),
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 1000}}}',
        p_actor => 'ada'
    );
    perform pg_temp.submit_number(2, 'other');
    perform pg_temp.claim('z', p_lane_id => 'other');
    perform flowfabric.ff_revoke_lease(pg_temp.id(2));
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_change_priority(pg_temp.id(1), 5, 'urgent', 'ada');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_fail(pg_temp.claim('a'), 'broken');
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('a');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_revoke_lease(pg_temp.id(1));
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_complete(pg_temp.claim('b'));
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_replay_execution(pg_temp.id(1));
    perform pg_temp.advance('1 s');
    perform pg_temp.claim('c');
    perform pg_temp.advance('1 s');
    perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed');
end;
$given$;
create temporary table history as
select h.*
from
    flowfabric.ff_history('00000000-0000-7000-8000-000000000001')
    with ordinality as h (
        occurred_at, what, attempt_index, lease_epoch, worker_id, worker_instance_id, details, item
    );
select results_eq(
    $$
        select
            occurred_at::time, what, attempt_index, worker_instance_id
        from history
        where what not in ('revoked', 'priority_changed', 'replayed', 'cancelled')
        order by item
    $$,
    $$
        values
        ('12:00:00'::time, 'submitted', null::integer, null),
        ('12:00:02', 'attempt_started', 0, 'a-1'),
        ('12:00:02', 'attempt_ended', 0, 'a-1'),
        ('12:00:03', 'attempt_started', 1, 'a-1'),
        ('12:00:05', 'attempt_ended', 1, 'a-1'),
        ('12:00:05', 'attempt_started', 2, 'b-1'),
        ('12:00:05', 'attempt_ended', 2, 'b-1'),
        ('12:00:05', 'ended', 2, null),
        ('12:00:07', 'attempt_started', 3, 'c-1'),
        ('12:00:08', 'attempt_ended', 3, 'c-1'),
        ('12:00:08', 'ended', 3, null)
    $$,
    'the attempts and the ends'
);
select results_eq(
    $$
        select item, occurred_at::time, what
        from history
        where what in ('revoked', 'priority_changed', 'replayed', 'cancelled')
        order by item
    $$,
    $$
        values
        (2::bigint, '12:00:01'::time, 'priority_changed'),
        (6, '12:00:04', 'revoked'),
        (11, '12:00:06', 'replayed'),
        (13, '12:00:08', 'cancelled')
    $$,
    'between them the calls of operators'
);
select results_eq(
    $$
        select what, attempt_index, details - 'attempt_id' - 'retry_at' - 'role' - 'session_user'
            - 'created_by'
        from history
        order by item
    $$,
    $$
        values
        ('submitted', null::integer, '{"actor": "ada"}'::jsonb),
        (
            'priority_changed', null,
            '{"actor": "ada", "reason": "urgent", "old_priority": 0, "new_priority": 5}'
        ),
        ('attempt_started', 0, '{"attempt_type": "initial"}'),
        (
            'attempt_ended', 0,
            '{
                "outcome": "ended_failure", "failure_reason": "broken",
                "failure_category": "transient"
            }'
        ),
        ('attempt_started', 1, '{"attempt_type": "retry"}'),
        ('revoked', null, '{}'),
        ('attempt_ended', 1, '{"outcome": "interrupted_reclaimed"}'),
        ('attempt_started', 2, '{"attempt_type": "reclaim"}'),
        ('attempt_ended', 2, '{"outcome": "ended_success"}'),
        ('ended', 2, '{"public_state": "completed"}'),
        ('replayed', null, '{"branch": "normal", "groups_reset": 0}'),
        ('attempt_started', 3, '{"attempt_type": "replay"}'),
        ('cancelled', null, '{"reason": "not needed", "source": "operator_override"}'),
        ('attempt_ended', 3, '{"outcome": "ended_cancelled"}'),
        (
            'ended', 3,
            '{
                "public_state": "cancelled", "cancellation_reason": "not needed",
                "cancelled_by": "operator_override"
            }'
        )
    $$,
    'each entry has its details'
);
select results_eq(
    $$
        select lease_epoch
        from history
        where
            lease_epoch is not null
            and what <> 'cancelled'
            and (attempt_index is null or attempt_index < 3)
        order by item
    $$,
    $$
        select x.lease_epoch::bigint
        from unnest(array[0, 1, 1, 2, 2, 2, 3, 3, 3, 3]) as x (lease_epoch)
    $$,
    'each entry has its epoch'
);
select is_empty(
    $$
        select * from flowfabric.ff_history('00000000-0000-7000-8000-000000000009')
    $$,
    'an unknown execution has no history'
);
-- given an execution that ended before its first attempt; when it is replayed; then its end stays
-- listed
select e.execution_id as late
from flowfabric.ff_create_execution('late', p_deadline_at => '2030-01-01 00:00:00+00') as e
\gset
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select public_state from flowfabric.ff_replay_execution(:'late', 'the clock was wrong') \gset
select results_eq(
    format(
        $$
            select
                h.occurred_at::time, h.what, h.details ->> 'public_state',
                h.details ->> 'failure_reason'
            from flowfabric.ff_history(%L) as h
        $$,
        :'late'
    ),
    $$
        values
        ('12:00:08'::time, 'submitted', null, null),
        ('12:00:08', 'ended', 'expired', 'execution_deadline'),
        ('12:00:09', 'replayed', null, null)
    $$,
    'the replay leaves the entry of the end, with its reason'
);

select * from finish();
rollback;
