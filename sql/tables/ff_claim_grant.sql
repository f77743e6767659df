-- Permissions that a scheduler gave out. A live one reserves its execution, whose claimable_at is
-- the moment the grant lapses. A lapsed grant needs no repair: the execution is due again, and the
-- next grant replaces the row. A call that ends or leases an execution by a grant removes the rows,
-- so at most one row of each kind stays, until the execution is removed.
create table ff_claim_grant (
    execution_id uuid not null,
    kind ff_grant_kind not null,
    grant_id bytea not null,
    worker_id text not null,
    worker_instance_id text not null,
    lane_id text not null,
    lease_epoch bigint not null,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    capability_hash text,
    route_snapshot jsonb,
    admission_summary text,
    constraint one_grant_of_a_kind primary key (execution_id, kind)
);

comment on table ff_claim_grant is 'Grants that are out, or lapsed and not replaced yet.';
comment on column ff_claim_grant.execution_id is 'The execution.';
comment on column ff_claim_grant.kind is 'The kind of claim that it permits.';
comment on column ff_claim_grant.grant_id is 'sha256 of the grant key.';
comment on column ff_claim_grant.worker_id is 'The worker that may redeem it.';
comment on column ff_claim_grant.worker_instance_id is 'For which process; recorded, not enforced.';
comment on column ff_claim_grant.lane_id is 'Lane of the execution.';
comment on column ff_claim_grant.lease_epoch is 'Epoch of the execution then; another one voids the grant.';
comment on column ff_claim_grant.issued_at is 'When it was issued.';
comment on column ff_claim_grant.expires_at is 'When it lapses.';
comment on column ff_claim_grant.capability_hash is 'A note of the scheduler.';
comment on column ff_claim_grant.route_snapshot is 'A note of the scheduler.';
comment on column ff_claim_grant.admission_summary is 'A note of the scheduler.';
