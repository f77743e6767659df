-- What every spec finds in its database: a clock that stands still until a step moves it, and the
-- words in which the steps are written. Nothing here prints what differs from run to run.
create schema test;

-- One permutation after the other runs in the same database, so each gets a lane of its own.
create table test.scene (
    lane_id text not null,
    now timestamptz not null
);
insert into test.scene (lane_id, now) values ('lane-0', '2030-01-01 12:00:00+00');

create table test.lease (
    lease_number bigint generated always as identity,
    worker text not null,
    work text not null,
    handle text not null
);

-- Not inlined, and in READ COMMITTED it sees what was committed until the moment it is called.
create or replace function flowfabric._now()
returns timestamptz
language sql
volatile
as $_now$
    select s.now from test.scene as s
$_now$;

create procedure test.advance(p_by interval)
language sql
as $advance$
    update test.scene set now = now + p_by
$advance$;

create function test.lane()
returns text
language sql
stable
as $lane$
    select s.lane_id from test.scene as s
$lane$;

-- An id that a client brings; it sorts as p_name does, which is a hexadecimal digit.
create function test.id(p_name text)
returns text
language sql
stable
as $id$
    select '{fp:0}:' || overlay(md5(test.lane()) placing p_name from 1)::uuid::text
$id$;

create procedure test.begin_scene(p_default_policy jsonb default null)
language plpgsql
as $begin_scene$
begin
    update test.scene set lane_id = 'lane-' || (substr(lane_id, 6)::integer + 1);
    if p_default_policy is not null then
        perform flowfabric.ff_register_lane(test.lane(), p_default_policy);
    end if;
end;
$begin_scene$;

-- A failure is retried at once.
create procedure test.begin_scene_with_retries()
language sql
as $begin_scene_with_retries$
    call test.begin_scene(
        '{"retry_policy": {"max_retries": 3, "backoff": {"type": "fixed", "delay_ms": 0}}}'
    )
$begin_scene_with_retries$;

-- A millisecond apart, so that they are claimed in this order.
create procedure test.submit(variadic p_works text[])
language plpgsql
as $submit$
begin
    for v_item in 1..cardinality(p_works) loop
        perform flowfabric.ff_create_execution(test.lane(), to_jsonb(p_works[v_item]));
        call test.advance('1 ms');
    end loop;
end;
$submit$;

create function test.claim(p_worker text, p_lease_ttl_ms bigint default 10000)
returns table (work text, attempt_type text, attempt_index integer, lease_epoch bigint)
language plpgsql
as $claim$
declare
    r_claimed record;
begin
    for r_claimed in
        select c.*
        from flowfabric.ff_claim(
            test.lane(), p_worker, p_worker || '-1', p_lease_ttl_ms => p_lease_ttl_ms
        ) as c
    loop
        work := r_claimed.input #>> '{}';
        attempt_type := r_claimed.attempt_type;
        attempt_index := r_claimed.attempt_index;
        lease_epoch := r_claimed.lease_epoch;
        insert into test.lease (worker, work, handle) values (p_worker, work, r_claimed.handle);
        return next;
    end loop;
end;
$claim$;

create function test.claim_batch(
    p_worker text, p_limit integer, p_lease_ttl_ms bigint default 10000
)
returns table (work text, attempt_type text, attempt_index integer, lease_epoch bigint)
language plpgsql
as $claim_batch$
declare
    r_claimed record;
begin
    for r_claimed in
        select c.*
        from flowfabric.ff_claim_batch(
            test.lane(), p_worker, p_worker || '-1', p_limit, p_lease_ttl_ms => p_lease_ttl_ms
        ) as c
    loop
        work := r_claimed.input #>> '{}';
        attempt_type := r_claimed.attempt_type;
        attempt_index := r_claimed.attempt_index;
        lease_epoch := r_claimed.lease_epoch;
        insert into test.lease (worker, work, handle) values (p_worker, work, r_claimed.handle);
        return next;
    end loop;
end;
$claim_batch$;

-- What is given before the steps begin: a worker holds leases of ten seconds.
create procedure test.lease(p_worker text, variadic p_works text[])
language plpgsql
as $lease$
begin
    call test.submit(variadic p_works);
    perform c.work from test.claim_batch(p_worker, cardinality(p_works)) as c;
end;
$lease$;

create function test.handle(p_worker text, p_work text default 'one')
returns text
language sql
stable
as $handle$
    select l.handle
    from test.lease as l
    where l.worker = p_worker and l.work = p_work
    order by l.lease_number desc
    limit 1
$handle$;

create function test.handles(p_worker text, variadic p_works text[])
returns text[]
language sql
stable
as $handles$
    select array_agg(test.handle(p_worker, w.work) order by w.item)
    from unnest(p_works) with ordinality as w (work, item)
$handles$;

-- A locker that is none of our calls: a backup of a row, an operator at a prompt.
create function test.lock_row(p_work text)
returns text
language sql
as $lock_row$
    select p_work
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id
    where r.lane_id = test.lane() and e.input #>> '{}' = p_work
    for update of e
$lock_row$;

create view test.execution as
select
    '{fp:' || e.partition_key || '}:' || e.execution_id as execution_id,
    e.input #>> '{}' as work,
    e.state::text as state,
    e.worker_id as worker,
    e.lease_epoch,
    e.attempt_index,
    e.retry_count,
    e.failure_reason,
    e.output,
    (
        select count(*)
        from flowfabric.ff_event_item as v
        where v.kind = 'completed' and v.execution_id = e.execution_id
    ) as completions,
    (
        select count(*)
        from flowfabric.ff_event_item as v
        where v.kind = 'acquired' and v.execution_id = e.execution_id
    ) as acquisitions
from flowfabric.ff_exec_core as e
inner join flowfabric.ff_route as r on e.route_id = r.route_id
where r.lane_id = test.lane();

-- A claim finds a row and then locks it. In a session with test.pause = on it stops between the
-- two, for as long as another session holds the advisory lock 1: the moment it compares with is
-- told by a function that waits.
create function test.after_a_pause(p_moment timestamptz)
returns timestamptz
language plpgsql
volatile
as $after_a_pause$
begin
    if current_setting('test.pause', true) = 'on' then
        perform pg_advisory_xact_lock_shared(1);
    end if;
    return p_moment;
end;
$after_a_pause$;

create procedure test.let_claims_pause()
language plpgsql
as $let_claims_pause$
declare
    v_definition text;
    v_paused text;
    r_claim record;
begin
    for r_claim in
        select c.function_name::regproc as claim, c.comparison, c.moment
        from (
            values
            ('ff_claim', 'e.claimable_at <= ', 'v_now'),
            ('_lock_due_rows', 'e.claimable_at <= ', 'coalesce(v_next_at, p_now)')
        ) as c (function_name, comparison, moment)
    loop
        v_definition := pg_get_functiondef(r_claim.claim);
        continue when v_definition like '%test.after_a_pause%';
        v_paused := replace(
            v_definition,
            r_claim.comparison || r_claim.moment,
            r_claim.comparison || 'test.after_a_pause(' || r_claim.moment || ')'
        );
        if length(v_paused) <> length(v_definition) + length('test.after_a_pause()') then
            raise exception '% has not one place to pause at', r_claim.claim;
        end if;
        execute v_paused;
    end loop;
end;
$let_claims_pause$;

create function test.id_of(p_work text default 'one')
returns text
language sql
stable
as $id_of$
    select x.execution_id from test.execution as x where x.work = p_work
$id_of$;

-- so that steps are as short as they read
do $search_path$
begin
    execute format('alter database %I set search_path = flowfabric', current_database());
end;
$search_path$;
