-- Suspended executions, and the signals that resume them. Needs leased_execution.sql.
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

-- submits, claims and suspends; returns the execution
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

-- the token that the suspension returned, whatever the waitpoint's state is now
create function pg_temp.token(p_execution_id uuid, p_key text default 'review')
returns text
language sql
set search_path = flowfabric, pg_temp
as $token$
    select flowfabric._token_of(w)
    from flowfabric.ff_waitpoint as w
    where w.waitpoint_id = pg_temp.waitpoint(p_execution_id, p_key)
$token$;

-- delivers a signal with the right token; returns its effect
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

-- repeats the first signal of an execution until there are p_count of them, all from p_source, or
-- each from a source of its own
create procedure pg_temp.repeat_signal(
    p_execution_id uuid,
    p_count integer,
    p_source text default null
)
language plpgsql
as $repeat_signal$
begin
    insert into flowfabric.ff_signal (
        signal_id, execution_id, waitpoint_id, signal_name, source_type, source_identity,
        source_key, delivered_by, accepted_at, effect
    )
    select
        gen_random_uuid(), s.execution_id, s.waitpoint_id, s.signal_name, s.source_type,
        o.source, o.source, s.delivered_by, s.accepted_at, s.effect
    from flowfabric.ff_waitpoint as w
    cross join generate_series(w.signal_count + 1, p_count) as n
    cross join lateral (select coalesce(p_source, 's' || n) as source) as o
    cross join lateral (
        select g.*
        from flowfabric.ff_signal as g
        where g.waitpoint_id = w.waitpoint_id
        order by g.signal_number
        limit 1
    ) as s
    where w.execution_id = p_execution_id;
    update flowfabric.ff_waitpoint as w set signal_count = p_count where w.execution_id = p_execution_id;
    update flowfabric.ff_suspension as s set signal_count = p_count where s.execution_id = p_execution_id;
end;
$repeat_signal$;

-- how many signals this transaction has read so far
create function pg_temp.signals_read()
returns bigint
language sql
as $signals_read$
    select t.seq_tup_read + t.idx_tup_fetch
    from pg_stat_xact_user_tables as t
    where t.relname = 'ff_signal'
$signals_read$;
