-- Executions that are parked, and the signals that wake them. Needs leased_execution.sql.
\set QUIET on
create function pg_temp.suspend(
    p_handle text,
    p_condition jsonb default '{"signal": "approved", "on": "review"}',
    p_timeout_ms bigint default null,
    p_timeout_behavior text default 'fail'
)
returns text
language sql
as $suspend$
    select s.outcome
    from flowfabric.ff_suspend(
        p_handle, p_condition, p_timeout_ms => p_timeout_ms, p_timeout_behavior => p_timeout_behavior
    ) as s
$suspend$;

-- submits, claims and suspends; answers the execution
create function pg_temp.suspended(
    p_condition jsonb default '{"signal": "approved", "on": "review"}',
    p_timeout_ms bigint default null,
    p_timeout_behavior text default 'fail'
)
returns uuid
language plpgsql
as $suspended$
declare
    v_handle constant text := pg_temp.lease();
begin
    if pg_temp.suspend(v_handle, p_condition, p_timeout_ms, p_timeout_behavior) <> 'suspended' then
        raise exception 'it is not suspended';
    end if;
    return pg_temp.execution_of(v_handle);
end;
$suspended$;

create function pg_temp.waitpoint(p_execution_id uuid, p_key text default 'review')
returns uuid
language sql
as $waitpoint$
    select w.waitpoint_id
    from flowfabric.ff_waitpoint as w
    where w.execution_id = p_execution_id and w.waitpoint_key = p_key
    order by w.created_at desc, w.state
    limit 1
$waitpoint$;

-- the token that was given away, whatever has become of the waitpoint
create function pg_temp.token(p_execution_id uuid, p_key text default 'review')
returns text
language sql
set search_path = flowfabric, pg_temp
as $token$
    select flowfabric._token_of(w)
    from flowfabric.ff_waitpoint as w
    where w.waitpoint_id = pg_temp.waitpoint(p_execution_id, p_key)
$token$;

-- delivers a signal with the right token; answers what it did
create function pg_temp.signal(
    p_execution_id uuid,
    p_signal_name text default 'approved',
    p_key text default 'review',
    p_source_identity text default null,
    p_idempotency_key text default null
)
returns text
language sql
as $signal$
    select case when s.outcome = 'duplicate' then 'duplicate' else s.effect end
    from flowfabric.ff_deliver_signal(
        p_execution_id,
        pg_temp.waitpoint(p_execution_id, p_key),
        pg_temp.token(p_execution_id, p_key),
        p_signal_name,
        p_source_identity => p_source_identity,
        p_idempotency_key => p_idempotency_key
    ) as s
$signal$;

-- one execution for each behavior of a timeout
create function pg_temp.parked_in_each_way(p_timeout_ms bigint)
returns table (behavior text, id uuid)
language sql
as $parked_in_each_way$
    select b.behavior::text, pg_temp.suspended(p_timeout_ms => p_timeout_ms, p_timeout_behavior => b.behavior::text)
    from unnest(enum_range(null::flowfabric.ff_timeout_behavior)) as b (behavior)
$parked_in_each_way$;
