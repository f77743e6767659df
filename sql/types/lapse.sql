-- A lease that has lapsed, as ff_list_expired_leases finds it.
create type _lapse as (
    execution_id uuid,
    route_id integer,
    namespace text,
    lease_id uuid,
    lease_epoch bigint,
    worker_id text,
    worker_instance_id text,
    lease_expires_at timestamptz,
    attempt_index integer
);

comment on type _lapse is 'A lease that has lapsed, as ff_list_expired_leases finds it.';
