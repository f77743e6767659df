-- An execution that a worker holds, as most tests need one.
\set QUIET on
create function pg_temp.submit(p_lane_id text default 'lane', p_policy jsonb default null)
returns text
language sql
as $submit$
    select c.execution_id from flowfabric.ff_create_execution(p_lane_id, '{}', p_policy => p_policy) as c
$submit$;

create function pg_temp.claim(
    p_worker_id text default 'a',
    p_lease_ttl_ms bigint default 30000,
    p_lane_id text default 'lane'
)
returns text
language sql
as $claim$
    select c.handle
    from flowfabric.ff_claim(p_lane_id, p_worker_id, p_worker_id || '-1', p_lease_ttl_ms => p_lease_ttl_ms) as c
$claim$;

-- submits and claims; returns the handle
create function pg_temp.lease(
    p_worker_id text default 'a',
    p_lease_ttl_ms bigint default 30000,
    p_policy jsonb default null
)
returns text
language plpgsql
as $lease$
begin
    perform pg_temp.submit('lane', p_policy);
    return pg_temp.claim(p_worker_id, p_lease_ttl_ms);
end;
$lease$;

-- the execution that a handle names
create function pg_temp.execution_of(p_handle text)
returns uuid
language sql
as $execution_of$
    select left(p_handle, 36)::uuid
$execution_of$;

-- the attempt that a handle names
create function pg_temp.attempt_of(p_handle text)
returns uuid
language sql
as $attempt_of$
    select e.attempt_id
    from flowfabric.ff_exec_core as e
    where e.execution_id = pg_temp.execution_of(p_handle)
$attempt_of$;
