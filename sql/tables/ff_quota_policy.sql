-- A quota policy: how many attempts may run at once, and begin in a window. It never changes.
create table ff_quota_policy (
    quota_policy_id uuid primary key,
    window_ms bigint not null,
    max_per_window integer not null,
    max_concurrent integer not null,
    jitter_ms bigint not null,
    bucket_version bigint not null default 0,
    owner_name text not null,
    created_at timestamptz not null,
    constraint limits_are_not_negative check (
        window_ms >= 0 and max_per_window >= 0 and max_concurrent >= 0 and jitter_ms >= 0
    ),
    constraint rate_has_a_window check (max_per_window = 0 or window_ms > 0)
);

-- for lists
create index quota_policy_of_owner on ff_quota_policy (owner_name, quota_policy_id);

comment on table ff_quota_policy is 'How many attempts may run at once, and begin in a window, for each key.';
comment on column ff_quota_policy.quota_policy_id is 'The policy.';
comment on column ff_quota_policy.window_ms is 'Length of the sliding window.';
comment on column ff_quota_policy.max_per_window is 'How many may begin in any window; 0: no limit.';
comment on column ff_quota_policy.max_concurrent is 'How many may run at once; 0: no limit.';
comment on column ff_quota_policy.jitter_ms is 'The most that is added, at random, to the delay after which ff_check_admission says to ask again.';
comment on column ff_quota_policy.bucket_version is 'Grows whenever tokens are made, so that a call with an old snapshot notices it.';
comment on column ff_quota_policy.owner_name is 'The role that owns it. Members of this role and operators may use it; all roles may use it while an operator owns it.';
comment on column ff_quota_policy.created_at is 'When it was created.';
