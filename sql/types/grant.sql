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
    registered_at timestamptz,
    last_heartbeat_at timestamptz,
    expires_at timestamptz,
    page_key text
);

comment on type ff_grant_kind is 'What a grant permits.';
comment on type ff_grant is 'Answer of a scheduler''s call: the permission for one worker to take one execution.';
comment on type ff_reclaim_grant is 'Answer of ff_issue_reclaim_grant; outcome is granted, not_reclaimable or reclaim_cap_exceeded.';
comment on type ff_grant_identity is 'Answer of ff_read_claim_grant_identity: for whom a grant is out.';
comment on type ff_grant_verdict is 'Answer of ff_verify_grant; outcome is valid, or the first thing that is wrong.';
comment on type ff_reclaimed_execution is 'Answer of ff_reclaim_execution; outcome is claimed, not_reclaimable, reclaim_cap_exceeded or grant_not_found.';
comment on type ff_seeded_key is 'Answer of ff_seed_waitpoint_secret; outcome is seeded or already_seeded.';
comment on type ff_rotated_key is 'Answer of ff_rotate_waitpoint_secret; outcome is rotated or unchanged.';
comment on type ff_key_description is 'Answer of ff_list_waitpoint_keys: one key, without its secret.';
comment on type ff_registered_worker is 'Answer of ff_register_worker; outcome is registered or refreshed.';
comment on type ff_worker_heartbeat is 'Answer of ff_heartbeat_worker; outcome is refreshed or not_registered.';
comment on type ff_dead_worker is 'Answer of ff_mark_worker_dead; outcome is marked or not_registered.';
comment on type ff_worker_description is 'Answer of ff_list_workers: one worker instance.';

-- A grant key, taken apart.
create type _grant_key as (
    kind ff_grant_kind,
    execution_id uuid,
    lease_epoch bigint,
    expires_at timestamptz,
    signature text
);

comment on type _grant_key is 'A grant key, taken apart.';
