-- The tokens of a quota policy under one key: its bucket. A bucket never has more tokens of a kind
-- than the policy allows, and an admission takes one of each, so a limit cannot be exceeded by
-- claims, crashes or rollbacks: a token is free from free_at on, by the clock alone.
--
-- A slot is free when the lease that it was taken for lapses (renewals move both), or earlier, when
-- the lease ends. A place in the window is free one window after the attempt began that took it:
-- each is used once a window at most, so the sliding window is exact. An open grant holds
-- both until it lapses, an admission until it is used. Tokens are taken with skip locked, without
-- waiting. They are made when they are first needed, by the session that gets the row of the
-- policy; a tick that gets it removes them when all have been free for long.
create table ff_quota_token (
    quota_policy_id uuid not null,
    quota_key text not null,
    kind ff_quota_token_kind not null,
    token_no integer not null,
    free_at timestamptz not null,
    execution_id uuid,
    lease_epoch bigint,
    constraint quota_token_key primary key (quota_policy_id, quota_key, kind, token_no)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

-- All tokens are in it. It is partial so that only conditions on free_at lead to it: a plan that is
-- made before the first ANALYZE would also look for a token by its number here, among all of them.
create index free_quota_token on ff_quota_token (quota_policy_id, quota_key, kind, free_at)
where free_at is not null;

create index held_quota_token on ff_quota_token (execution_id)
where execution_id is not null;

comment on table ff_quota_token is 'Tokens that admissions take: as many as a policy allows, for each key.';
comment on column ff_quota_token.quota_policy_id is 'The policy.';
comment on column ff_quota_token.quota_key is 'The key, for example a tenant.';
comment on column ff_quota_token.kind is 'A slot, or a place in the window.';
comment on column ff_quota_token.token_no is 'Counts from 1 to what the policy allows.';
comment on column ff_quota_token.free_at is 'It is free from this moment on.';
comment on column ff_quota_token.execution_id is 'The execution that took it last.';
comment on column ff_quota_token.lease_epoch is 'For which lease; null: admitted by ff_check_admission, not yet claimed.';

-- One call of ff_check_admission at a time for an execution that is not of this database, where
-- there is no row of it to lock. Ticks remove rows without an admission.
create table ff_admission_guard (
    quota_policy_id uuid not null,
    execution_id uuid not null,
    look_at timestamptz not null,
    constraint admission_guard_key primary key (execution_id, quota_policy_id)
);

create index admission_guard_to_look_at on ff_admission_guard (look_at);

comment on table ff_admission_guard is 'A row for calls that admit one foreign execution to wait for each other.';
comment on column ff_admission_guard.quota_policy_id is 'The policy.';
comment on column ff_admission_guard.execution_id is 'The execution.';
comment on column ff_admission_guard.look_at is 'When a tick sees whether a token names the execution still.';

-- How often a quota policy refused: sequences, because all sessions would wait for a counter in a
-- row.
create sequence ff_quota_rate_hits cache 1;

create sequence ff_quota_slot_hits cache 1;

comment on sequence ff_quota_rate_hits is 'How often a window was full.';
comment on sequence ff_quota_slot_hits is 'How often there was no slot.';
