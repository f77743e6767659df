-- A lease holder proves its lease with these values; a handle is their text form.
create type _fence as (
    partition_key smallint,
    execution_id uuid,
    attempt_index integer,
    lease_epoch bigint,
    lease_id uuid,
    attempt_id uuid,
    lease_ttl_ms bigint
);

-- The parsed form of the wire id {fp:N}:<uuid>.
create type _execution_key as (
    partition_key smallint,
    execution_id uuid
);

comment on type _fence is 'What a lease holder presents: the lease it was given, and on what.';
comment on type _execution_key is 'Key of an execution, parsed from its wire form {fp:N}:<uuid>.';
