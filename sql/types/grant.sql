create type ff_grant_kind as enum (
    'claim', 'resume', 'reclaim'
);

create type ff_grant as (
    execution_id uuid,
    kind text,
    grant_key text,
    expires_at timestamptz,
    remaining_ms bigint,
    lane_id text

);

create type ff_reclaim_grant as (
    outcome text,
    execution_id uuid,
    kind text,
    grant_key text,
    expires_at timestamptz,
    remaining_ms bigint,
    lane_id text,
    detail text,
    reclaim_count integer
);

create type ff_grant_identity as (
    worker_id text,
    worker_instance_id text,
    kind text,
    expires_at timestamptz,
    is_lapsed boolean
);

create type ff_grant_verdict as (
    outcome text
);

create type ff_reclaimed_execution as (
    outcome text,
    handle text,
    execution_id uuid,
    kind text,
    input jsonb,
    payload bytea,
    attempt_index integer,
    attempt_type text,
    attempt_id uuid,
    lease_id uuid,
    lease_epoch bigint,
    lease_expires_at timestamptz,
    lease_remaining_ms bigint,
    lane_id text,
    namespace text,
    tags jsonb,
    flow_id uuid,
    deadline_at timestamptz,
    detail text,
    reclaim_count integer
);

create type ff_seeded_key as (
    kid text,
    outcome text,
    is_same_secret boolean
);

create type ff_rotated_key as (
    new_kid text,
    outcome text,
    previous_kid text,
    previous_expires_at timestamptz,
    removed_count integer
);

create type ff_key_description as (
    kid text,
    is_active boolean,
    created_at timestamptz,
    expires_at timestamptz
);

create type ff_registered_worker as (
    worker_instance_id text,
    outcome text,
    expires_at timestamptz,
    remaining_ms bigint
);

create type ff_worker_heartbeat as (
    worker_instance_id text,
    outcome text,
    expires_at timestamptz,
    remaining_ms bigint,
    renewals jsonb
);

create type ff_unregistered_worker as (
    worker_instance_id text,
    outcome text
);

create type ff_dead_worker as (
    worker_instance_id text,
    outcome text,
    released_count integer
);

create type ff_worker_description as (
    namespace text,
    worker_instance_id text,
    worker_id text,
    lane_ids text[],
    capabilities text[],
    is_alive boolean,
    owner text,
    registered_at timestamptz,
    last_heartbeat_at timestamptz,
    expires_at timestamptz,
    page_key text,
    held_count bigint,
    held_execution_ids uuid[]
);

comment on type ff_grant_kind is 'The kind of call that a grant permits.';
comment on type ff_grant is 'Answer of a scheduler''s call: the permission for one worker to take one execution.';
comment on column ff_grant.execution_id is 'The execution.';
comment on column ff_grant.kind is 'claim, resume or reclaim: which function redeems it.';
comment on column ff_grant.grant_key is 'The key that the worker redeems.';
comment on column ff_grant.expires_at is 'When the grant lapses.';
comment on column ff_grant.remaining_ms is 'Milliseconds until expires_at.';
comment on column ff_grant.lane_id is 'The lane.';

comment on type ff_reclaim_grant is 'Answer of ff_issue_reclaim_grant; outcome is granted, not_reclaimable or reclaim_cap_exceeded.';
comment on column ff_reclaim_grant.outcome is 'granted, not_reclaimable or reclaim_cap_exceeded.';
comment on column ff_reclaim_grant.execution_id is 'The execution.';
comment on column ff_reclaim_grant.kind is 'reclaim; null: nothing was granted.';
comment on column ff_reclaim_grant.grant_key is 'The key that the worker redeems; null: nothing was granted.';
comment on column ff_reclaim_grant.expires_at is 'When the grant lapses; null: nothing was granted.';
comment on column ff_reclaim_grant.remaining_ms is 'Milliseconds until expires_at; null: nothing was granted.';
comment on column ff_reclaim_grant.lane_id is 'The lane.';
comment on column ff_reclaim_grant.detail is 'Why nothing was granted; null: it was.';
comment on column ff_reclaim_grant.reclaim_count is 'The number of takeovers so far.';

comment on type ff_grant_identity is 'Answer of ff_read_claim_grant_identity: the worker for which a grant is open.';
comment on column ff_grant_identity.worker_id is 'The worker that may redeem it.';
comment on column ff_grant_identity.worker_instance_id is 'The process that it was issued for.';
comment on column ff_grant_identity.kind is 'claim, resume or reclaim.';
comment on column ff_grant_identity.expires_at is 'When the grant lapses.';
comment on column ff_grant_identity.is_lapsed is 'Whether it has lapsed.';

comment on type ff_grant_verdict is 'Answer of ff_verify_grant; outcome is valid, or the first thing that is wrong.';
comment on column ff_grant_verdict.outcome is 'valid, malformed, expired, unknown_kid, unknown_grant, signature_mismatch or wrong_worker.';

comment on type ff_reclaimed_execution is 'Answer of ff_reclaim_execution; outcome is claimed, not_reclaimable, reclaim_cap_exceeded or grant_not_found.';
comment on column ff_reclaimed_execution.outcome is 'claimed, not_reclaimable, reclaim_cap_exceeded or grant_not_found.';
comment on column ff_reclaimed_execution.handle is 'The execution and its lease in one text, for later calls; null: it was not claimed.';
comment on column ff_reclaimed_execution.execution_id is 'The execution.';
comment on column ff_reclaimed_execution.kind is 'The kind of work, chosen by the submitter; null: it was not claimed.';
comment on column ff_reclaimed_execution.input is 'The work as JSON; null: it was given as bytes or not at all, or it was not claimed.';
comment on column ff_reclaimed_execution.payload is 'The work as bytes; null: it was given as JSON or not at all, or it was not claimed.';
comment on column ff_reclaimed_execution.attempt_index is 'The index of the new attempt, from 0; null: it was not claimed.';
comment on column ff_reclaimed_execution.attempt_type is 'reclaim; null: it was not claimed.';
comment on column ff_reclaimed_execution.attempt_id is 'The new attempt; null: it was not claimed.';
comment on column ff_reclaimed_execution.lease_id is 'The lease; null: it was not claimed.';
comment on column ff_reclaimed_execution.lease_epoch is 'The epoch of the lease; null: it was not claimed.';
comment on column ff_reclaimed_execution.lease_expires_at is 'When the lease expires; null: it was not claimed.';
comment on column ff_reclaimed_execution.lease_remaining_ms is 'Milliseconds until lease_expires_at; null: it was not claimed.';
comment on column ff_reclaimed_execution.lane_id is 'The lane; null: it was not claimed.';
comment on column ff_reclaimed_execution.namespace is 'The namespace of the execution; null: it was not claimed.';
comment on column ff_reclaimed_execution.tags is 'The tags: a JSON object of texts; null: it was not claimed.';
comment on column ff_reclaimed_execution.flow_id is 'The flow that the execution is a member of; null: none, or it was not claimed.';
comment on column ff_reclaimed_execution.deadline_at is 'When the execution expires unless it has ended; null: it has no deadline, or was not claimed.';
comment on column ff_reclaimed_execution.detail is 'Why it was not claimed; null: it was.';
comment on column ff_reclaimed_execution.reclaim_count is 'The number of takeovers so far.';

comment on type ff_seeded_key is 'Answer of ff_seed_waitpoint_secret; outcome is seeded or already_seeded.';
comment on column ff_seeded_key.kid is 'The id of the key.';
comment on column ff_seeded_key.outcome is 'seeded or already_seeded.';
comment on column ff_seeded_key.is_same_secret is 'Whether the key that exists has the secret that was given.';

comment on type ff_rotated_key is 'Answer of ff_rotate_waitpoint_secret; outcome is rotated or unchanged.';
comment on column ff_rotated_key.new_kid is 'The id of the active key.';
comment on column ff_rotated_key.outcome is 'rotated or unchanged.';
comment on column ff_rotated_key.previous_kid is 'The id of the key before it; null: the key was active already.';
comment on column ff_rotated_key.previous_expires_at is 'Until when signatures of the previous key are valid; null: the key was active already.';
comment on column ff_rotated_key.removed_count is 'The number of expired keys that were removed.';

comment on type ff_key_description is 'Answer of ff_list_waitpoint_keys: one key, without its secret.';
comment on column ff_key_description.kid is 'The id of the key.';
comment on column ff_key_description.is_active is 'Whether new signatures are made with it.';
comment on column ff_key_description.created_at is 'When it was created.';
comment on column ff_key_description.expires_at is 'Until when its signatures are valid; null: it is the active key.';

comment on type ff_registered_worker is 'Answer of ff_register_worker; outcome is registered or refreshed.';
comment on column ff_registered_worker.worker_instance_id is 'The worker process.';
comment on column ff_registered_worker.outcome is 'registered or refreshed.';
comment on column ff_registered_worker.expires_at is 'Until when it counts as alive without a heartbeat.';
comment on column ff_registered_worker.remaining_ms is 'Milliseconds until expires_at.';

comment on type ff_worker_heartbeat is 'Answer of ff_heartbeat_worker; outcome is refreshed or not_registered.';
comment on column ff_worker_heartbeat.worker_instance_id is 'The worker process.';
comment on column ff_worker_heartbeat.outcome is 'refreshed or not_registered.';
comment on column ff_worker_heartbeat.expires_at is 'Until when it counts as alive without a heartbeat; null: it is not registered.';
comment on column ff_worker_heartbeat.remaining_ms is 'Milliseconds until expires_at; null: it is not registered.';
comment on column ff_worker_heartbeat.renewals is 'For each handle the fields of ff_renewed_item: a JSON array of objects; null: no handles were given.';

comment on type ff_unregistered_worker is 'Answer of ff_unregister_worker; outcome is unregistered or not_registered.';
comment on column ff_unregistered_worker.worker_instance_id is 'The worker process.';
comment on column ff_unregistered_worker.outcome is 'unregistered or not_registered.';

comment on type ff_dead_worker is 'Answer of ff_mark_worker_dead; outcome is marked or not_registered.';
comment on column ff_dead_worker.worker_instance_id is 'The worker process.';
comment on column ff_dead_worker.outcome is 'marked or not_registered.';
comment on column ff_dead_worker.released_count is 'The number of leases that were taken from it.';

comment on type ff_worker_description is 'Answer of ff_list_workers: one worker instance.';
comment on column ff_worker_description.namespace is 'The namespace that it registered in.';
comment on column ff_worker_description.worker_instance_id is 'The worker process.';
comment on column ff_worker_description.worker_id is 'The worker that the process belongs to.';
comment on column ff_worker_description.lane_ids is 'The lanes that it works on.';
comment on column ff_worker_description.capabilities is 'The capabilities that it has.';
comment on column ff_worker_description.is_alive is 'Whether its last heartbeat is within its ttl, and the session that it named exists.';
comment on column ff_worker_description.owner is 'The role that registered it.';
comment on column ff_worker_description.registered_at is 'When it registered.';
comment on column ff_worker_description.last_heartbeat_at is 'When its last heartbeat came.';
comment on column ff_worker_description.expires_at is 'Until when it counts as alive without a heartbeat.';
comment on column ff_worker_description.held_count is 'How many executions it holds, or has lost and no other has taken over; null: too many are held or due to tell.';
comment on column ff_worker_description.held_execution_ids is 'These executions, the first hundred; null: too many are held or due to tell.';
comment on column ff_worker_description.page_key is 'The value of p_after for the next page.';

-- The parts of a grant key.
create type _grant_key as (
    kind ff_grant_kind,
    execution_id uuid,
    lease_epoch bigint,
    expires_at timestamptz,
    signature text
);

comment on type _grant_key is 'A grant key, taken apart.';
