-- tests_sql/meta/answers_are_those_of_the_interface.sql
begin;
select plan(58);
-- given INTERFACE.md, which other people's programs depend on; then the answers have these fields
create function pg_temp.fields(p_type text) returns text language sql as $$
    select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
    from pg_attribute as a
    where a.attrelid = ('flowfabric.' || p_type)::regclass and a.attnum > 0 and not a.attisdropped
$$;

select is(
    pg_temp.fields('ff_created_execution'),
    'execution_id text, outcome text, public_state text',
    'ff_created_execution'
);
select is(
    pg_temp.fields('ff_created_item'),
    'execution_id text, outcome text, public_state text, error_code text, error_detail jsonb',
    'ff_created_item'
);
select is(
    pg_temp.fields('ff_claimed_execution'),
    'handle text, execution_id text, kind text, input jsonb, payload bytea, attempt_index integer,'
    || ' attempt_type text, attempt_id uuid, lease_id uuid, lease_epoch bigint,'
    || ' lease_expires_at timestamp with time zone, lease_remaining_ms bigint, lane_id text,'
    || ' namespace text, tags jsonb, flow_id uuid, deadline_at timestamp with time zone',
    'ff_claimed_execution'
);
select is(
    pg_temp.fields('ff_lease_renewal'),
    'lease_expires_at timestamp with time zone, lease_remaining_ms bigint, lease_epoch bigint,'
    || ' cancel_requested boolean',
    'ff_lease_renewal'
);
select is(
    pg_temp.fields('ff_finished_execution'),
    'execution_id text, public_state text, is_replay boolean',
    'ff_finished_execution'
);
select is(
    pg_temp.fields('ff_finished_item'),
    'execution_id text, outcome text, public_state text, is_replay boolean, error_code text,'
    || ' error_detail jsonb',
    'ff_finished_item'
);
select is(
    pg_temp.fields('ff_failed_attempt'),
    'outcome text, retry_at timestamp with time zone, retry_in_ms bigint,'
    || ' next_attempt_index integer, is_replay boolean',
    'ff_failed_attempt'
);
select is(
    pg_temp.fields('ff_renewed_item'),
    'execution_id text, outcome text, lease_expires_at timestamp with time zone,'
    || ' lease_remaining_ms bigint, lease_epoch bigint, cancel_requested boolean, error_code'
    || ' text, error_detail jsonb',
    'ff_renewed_item'
);
select is(
    pg_temp.fields('ff_released_execution'),
    'execution_id text, public_state text, claimable_at timestamp with time zone,'
    || ' claimable_in_ms bigint, is_replay boolean',
    'ff_released_execution'
);
select is(
    pg_temp.fields('ff_cancelled_execution'),
    'execution_id text, outcome text, public_state text, previous_phase text, is_replay'
    || ' boolean',
    'ff_cancelled_execution'
);
select is(
    pg_temp.fields('ff_replayed_execution'),
    'execution_id text, outcome text, public_state text, replay_count integer',
    'ff_replayed_execution'
);
select is(
    pg_temp.fields('ff_changed_priority'),
    'execution_id text, outcome text, old_priority integer, new_priority integer',
    'ff_changed_priority'
);
select is(
    pg_temp.fields('ff_revoked_lease'),
    'execution_id text, outcome text, why text, lease_id uuid, lease_epoch bigint',
    'ff_revoked_lease'
);
select is(
    pg_temp.fields('ff_execution_summary'),
    'execution_id text, lane_id text, namespace text, kind text, priority integer,'
    || ' public_state text, attempt_index integer, worker_instance_id text, created_at timestamp'
    || ' with time zone, updated_at timestamp with time zone, terminal_at timestamp with time'
    || ' zone, tags jsonb',
    'ff_execution_summary'
);
select is(
    pg_temp.fields('ff_expired_lease'),
    'execution_id text, lane_id text, namespace text, lease_id uuid, lease_epoch bigint,'
    || ' worker_id text, worker_instance_id text, lease_expires_at timestamp with time zone,'
    || ' expired_since_ms bigint, attempt_index integer, page_key text',
    'ff_expired_lease'
);
select is(
    pg_temp.fields('ff_history_entry'),
    'occurred_at timestamp with time zone, what text, attempt_index integer, lease_epoch'
    || ' bigint, worker_id text, worker_instance_id text, details jsonb',
    'ff_history_entry'
);
select is(
    pg_temp.fields('ff_execution_tag'),
    'execution_id text, tag_key text, tag_value text',
    'ff_execution_tag'
);
select is(
    pg_temp.fields('ff_changed_lane_state'),
    'lane_id text, outcome text, old_state text, new_state text',
    'ff_changed_lane_state'
);
select is(
    pg_temp.fields('ff_grant'),
    'execution_id text, kind text, grant_key text, expires_at timestamp with time zone,'
    || ' remaining_ms bigint, lane_id text, partition_key smallint',
    'ff_grant'
);
select is(
    pg_temp.fields('ff_reclaim_grant'),
    'outcome text, execution_id text, kind text, grant_key text, expires_at timestamp'
    || ' with time zone, remaining_ms bigint, lane_id text, partition_key smallint, detail'
    || ' text, reclaim_count integer',
    'ff_reclaim_grant'
);
select is(
    pg_temp.fields('ff_grant_identity'),
    'worker_id text, worker_instance_id text, kind text, expires_at timestamp with time'
    || ' zone, is_lapsed boolean',
    'ff_grant_identity'
);
select is(
    pg_temp.fields('ff_grant_verdict'),
    'outcome text',
    'ff_grant_verdict'
);
select is(
    pg_temp.fields('ff_reclaimed_execution'),
    'outcome text, handle text, execution_id text, kind text, input jsonb, payload'
    || ' bytea, attempt_index integer, attempt_type text, attempt_id uuid, lease_id uuid,'
    || ' lease_epoch bigint, lease_expires_at timestamp with time zone, lease_remaining_ms'
    || ' bigint, lane_id text, namespace text, tags jsonb, flow_id uuid, deadline_at'
    || ' timestamp with time zone, detail text, reclaim_count integer',
    'ff_reclaimed_execution'
);
select is(
    pg_temp.fields('ff_seeded_key'),
    'kid text, outcome text, is_same_secret boolean',
    'ff_seeded_key'
);
select is(
    pg_temp.fields('ff_rotated_key'),
    'new_kid text, outcome text, previous_kid text, previous_expires_at timestamp with'
    || ' time zone, removed_count integer',
    'ff_rotated_key'
);
select is(
    pg_temp.fields('ff_key_description'),
    'kid text, is_active boolean, created_at timestamp with time zone, expires_at'
    || ' timestamp with time zone',
    'ff_key_description'
);
select is(
    pg_temp.fields('ff_registered_worker'),
    'worker_instance_id text, outcome text, expires_at timestamp with time zone,'
    || ' remaining_ms bigint',
    'ff_registered_worker'
);
select is(
    pg_temp.fields('ff_worker_heartbeat'),
    'worker_instance_id text, outcome text, expires_at timestamp with time zone,'
    || ' remaining_ms bigint, renewals jsonb',
    'ff_worker_heartbeat'
);
select is(
    pg_temp.fields('ff_dead_worker'),
    'worker_instance_id text, outcome text, released_count integer',
    'ff_dead_worker'
);
select is(
    pg_temp.fields('ff_worker_description'),
    'namespace text, worker_instance_id text, worker_id text, lane_ids text[],'
    || ' capabilities text[], is_alive boolean, registered_at timestamp with time zone,'
    || ' last_heartbeat_at timestamp with time zone, expires_at timestamp with time zone,'
    || ' page_key text',
    'ff_worker_description'
);
select is(
    pg_temp.fields('ff_suspended_execution'),
    'outcome text, execution_id text, suspension_id uuid, waitpoints jsonb,'
    || ' timeout_at timestamp with time zone, timeout_in_ms bigint, is_replay boolean',
    'ff_suspended_execution'
);
select is(
    pg_temp.fields('ff_created_waitpoint'),
    'waitpoint_id uuid, waitpoint_key text, token text, expires_at timestamp with'
    || ' time zone, remaining_ms bigint',
    'ff_created_waitpoint'
);
select is(
    pg_temp.fields('ff_closed_waitpoint'),
    'waitpoint_id uuid, outcome text',
    'ff_closed_waitpoint'
);
select is(
    pg_temp.fields('ff_delivered_signal'),
    'outcome text, signal_id uuid, effect text, public_state text',
    'ff_delivered_signal'
);
select is(
    pg_temp.fields('ff_resumed_execution'),
    'execution_id text, outcome text, public_state text, claimable_at timestamp'
    || ' with time zone, claimable_in_ms bigint',
    'ff_resumed_execution'
);
select is(
    pg_temp.fields('ff_observed_signal'),
    'signal_id uuid, signal_name text, input jsonb, payload bytea, waitpoint_id'
    || ' uuid, waitpoint_key text, source_type text, source_identity text,'
    || ' correlation_id text, accepted_at timestamp with time zone, effect text,'
    || ' is_satisfier boolean, suspension_id uuid',
    'ff_observed_signal'
);
select is(
    pg_temp.fields('ff_suspension_summary'),
    'execution_id text, lane_id text, namespace text, suspension_id uuid,'
    || ' reason_code text, suspended_at timestamp with time zone, suspended_since_ms'
    || ' bigint, timeout_at timestamp with time zone, timeout_in_ms bigint,'
    || ' timeout_behavior text, is_escalated boolean, signal_count integer, page_key'
    || ' text',
    'ff_suspension_summary'
);
select is(
    pg_temp.fields('ff_waitpoint_description'),
    'execution_id text, waitpoint_id uuid, waitpoint_key text, state text,'
    || ' signal_names text[], signal_count integer, created_at timestamp with time'
    || ' zone, activated_at timestamp with time zone, expires_at timestamp with time'
    || ' zone, remaining_ms bigint, token_kid text, token_fingerprint text',
    'ff_waitpoint_description'
);
select is(
    pg_temp.fields('ff_expired_suspension'),
    'execution_id text, outcome text, why text, behavior_applied text,'
    || ' public_state text',
    'ff_expired_suspension'
);
select is(
    pg_temp.fields('ff_tick_job'),
    'job text, processed bigint, errors bigint, more boolean',
    'ff_tick_job'
);
select is(
    pg_temp.fields('ff_check_finding'),
    'invariant text, execution_id text, detail jsonb',
    'ff_check_finding'
);
select is_empty(
    $$select p.oid::regprocedure
    from pg_proc as p
    inner join pg_type as t on t.oid = p.prorettype
    left join pg_class as c on c.oid = t.typrelid
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and (
            t.typtype not in ('b', 'c')
            or (t.typtype = 'c' and c.relkind <> 'c')
            or (t.typtype = 'b' and t.typnamespace <> 'pg_catalog'::regnamespace)
        )$$,
    'no public function answers a row of a table, an enumeration or an anonymous record'
);
select is_empty(
    $$select p.oid::regprocedure, format_type(a.type_id, null)
    from pg_proc as p
    cross join lateral unnest(p.proargtypes) as a (type_id)
    inner join pg_type as t on t.oid = a.type_id
    where
        p.pronamespace = 'flowfabric'::regnamespace
        and p.proname ~ '^ff_'
        and t.typnamespace <> 'pg_catalog'::regnamespace$$,
    'no public function takes a type of ours'
);
select is_empty(
    $$select c.relname, a.attname, format_type(a.atttypid, null)
    from pg_class as c
    inner join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
    inner join pg_type as t on t.oid = a.atttypid
    where
        c.relnamespace = 'flowfabric'::regnamespace
        and c.relkind = 'c'
        and c.relname ~ '^ff_'
        and t.typnamespace <> 'pg_catalog'::regnamespace$$,
    'and no answer has a field of one: a client needs only what every PostgreSQL has'
);
select is(
    pg_temp.fields('ff_created_quota_policy'),
    'quota_policy_id uuid, outcome text',
    'ff_created_quota_policy'
);
select is(
    pg_temp.fields('ff_quota_policy_limits'),
    'quota_policy_id uuid, window_ms bigint, max_per_window bigint, max_concurrent'
    || ' bigint, jitter_ms bigint',
    'ff_quota_policy_limits'
);
select is(
    pg_temp.fields('ff_admission'),
    'outcome text, retry_after_ms bigint',
    'ff_admission'
);
select is(
    pg_temp.fields('ff_released_admission'),
    'outcome text',
    'ff_released_admission'
);
select is(
    pg_temp.fields('ff_created_budget'),
    'budget_id uuid, outcome text',
    'ff_created_budget'
);
select is(
    pg_temp.fields('ff_budget_charge'),
    'outcome text, dimension text, current_usage bigint, hard_limit bigint, soft_limit'
    || ' bigint, is_replay boolean',
    'ff_budget_charge'
);
select is(
    pg_temp.fields('ff_reserved_budget'),
    'outcome text, dimension text, current_usage bigint, reserved bigint, hard_limit'
    || ' bigint',
    'ff_reserved_budget'
);
select is(
    pg_temp.fields('ff_released_budget'),
    'outcome text',
    'ff_released_budget'
);
select is(
    pg_temp.fields('ff_budget_reset'),
    'outcome text, next_reset_at timestamp with time zone',
    'ff_budget_reset'
);
select is(
    pg_temp.fields('ff_budget_status'),
    'budget_id uuid, scope_type text, scope_id text, enforcement_mode text,'
    || ' on_hard_limit text, on_soft_limit text, usage jsonb, reserved jsonb, hard_limits'
    || ' jsonb, soft_limits jsonb, is_breached boolean, breach_count bigint,'
    || ' soft_breach_count bigint, last_breach_at timestamp with time zone,'
    || ' last_breach_dimension text, reset_interval_ms bigint, reset_count bigint,'
    || ' last_reset_at timestamp with time zone, next_reset_at timestamp with time zone,'
    || ' created_at timestamp with time zone',
    'ff_budget_status'
);
select is(
    pg_temp.fields('ff_blocked_execution'),
    'execution_id text, outcome text, blocking_reason text, public_state text',
    'ff_blocked_execution'
);
select is(
    pg_temp.fields('ff_explained_gate'),
    'ordinal integer, gate text, passed boolean, outcome text, detail jsonb, changed_by text,'
    || ' changes_at timestamp with time zone, changes_in_ms bigint',
    'ff_explained_gate'
);
select is(
    pg_temp.fields('ff_overview_entry'),
    'lane_id text, lane_state text, public_state text, execution_count bigint, counted text',
    'ff_overview_entry'
);
select is(
    pg_temp.fields('ff_health_check'),
    'check_name text, verdict text, detail jsonb, hint text',
    'ff_health_check'
);
select * from finish();
rollback;
