-- Leases that were lost: those that have lapsed and were noted, in the order in which they lapsed,
-- and those that an operator revoked. Among all the work that is due they would be hard to find. A
-- row is a hint, which the row of the execution confirms; it is written by the session that notes
-- the lapse (_note_lapse) or revokes the lease (_release), and removed by a takeover, by the end of
-- the execution, or by a tick.
create table ff_lapsed_lease (
    lease_expires_at timestamptz not null,
    execution_id uuid not null,
    namespace text not null,
    primary key (lease_expires_at, execution_id)
);

create index lapsed_lease_of_namespace
on ff_lapsed_lease (namespace, lease_expires_at, execution_id);

comment on table ff_lapsed_lease is 'Leases that have lapsed and were noted, and leases that were revoked, until a takeover.';
comment on column ff_lapsed_lease.lease_expires_at is 'When the lease lapsed, or would have.';
comment on column ff_lapsed_lease.execution_id is 'The execution.';
comment on column ff_lapsed_lease.namespace is 'Its tenant: a list of one tenant does not look at the others.';
