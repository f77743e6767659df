-- What every spec finds in its database: a clock that stands still until a step moves it, and the
-- words in which the steps are written. Nothing here prints what differs from run to run.
create schema test;

-- One permutation after the other runs in the same database, so each gets a lane of its own.
create table test.scene (
    lane_id text not null,
    now timestamptz not null
);
insert into test.scene (lane_id, now) values ('lane-0', '2030-01-01 12:00:00+00');
-- the ring of events is as young as the scene
update flowfabric.ff_event_slot set turned_at = '2030-01-01 12:00:00+00';

create table test.lease (
    lease_number bigint generated always as identity,
    worker text not null,
    work text not null,
    handle text not null,
    lease_id uuid not null
);

create table test.grant (
    grant_number bigint generated always as identity,
    worker text not null,
    work text not null,
    execution_id uuid not null,
    kind text not null,
    grant_key text not null
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
returns uuid
language sql
stable
as $id$
    -- a UUIDv7 of long ago
    select (
        '00' || p_name || substr(md5(test.lane()), 1, 9) || '7000' || '8000' || '000000000000'
    )::uuid
$id$;

-- A failure is the end, unless the lane of a scene says otherwise.
create or replace function flowfabric._retry_policy_of(p_policy jsonb)
returns jsonb
language sql
immutable
as $_retry_policy_of$
    select coalesce(nullif(p_policy -> 'retry_policy', 'null'), '{}')
$_retry_policy_of$;

create procedure test.begin_scene(p_default_policy jsonb default null)
language plpgsql
as $begin_scene$
begin
    update test.scene
    set
        lane_id = 'lane-' || (substr(lane_id, 6)::integer + 1),
        -- the scene before may have set the clock back
        now = now + interval '1 minute';
    if p_default_policy is not null then
        perform flowfabric.ff_register_lane(test.lane(), p_default_policy);
    end if;
end;
$begin_scene$;

-- Ended executions may be removed at once.
create procedure test.begin_scene_without_retention()
language sql
as $begin_scene_without_retention$
    call test.begin_scene('{"retention_ms": 0}')
$begin_scene_without_retention$;

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
        insert into test.lease (worker, work, handle, lease_id)
        values (p_worker, work, r_claimed.handle, r_claimed.lease_id);
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
        insert into test.lease (worker, work, handle, lease_id)
        values (p_worker, work, r_claimed.handle, r_claimed.lease_id);
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

create function test.lease_id(p_worker text, p_work text default 'one')
returns uuid
language sql
stable
as $lease_id$
    select l.lease_id
    from test.lease as l
    where l.worker = p_worker and l.work = p_work
    order by l.lease_number desc
    limit 1
$lease_id$;

create function test.handles(p_worker text, variadic p_works text[])
returns text[]
language sql
stable
as $handles$
    select array_agg(test.handle(p_worker, w.work) order by w.item)
    from unnest(p_works) with ordinality as w (work, item)
$handles$;

-- A handle may reach a session by other ways than its snapshot. Functions do not depend on it.
create procedure test.hand_over(p_handle text)
language plpgsql
as $hand_over$
begin
    execute format(
        'create or replace function test.handed_over() returns text language sql as %L',
        format('select %L', p_handle)
    );
end;
$hand_over$;

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
    e.execution_id as execution_id,
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
-- two, for as long as another session holds the advisory lock 1: a row security policy for updates
-- also holds for a query that locks rows, and is evaluated before the lock is taken.
create function test.wait_while_paused()
returns boolean
language plpgsql
volatile
as $wait_while_paused$
begin
    if current_setting('test.pause', true) = 'on' then
        perform pg_advisory_xact_lock_shared(1);
    end if;
    return true;
end;
$wait_while_paused$;

create procedure test.let_claims_pause()
language plpgsql
as $let_claims_pause$
begin
    if exists (select 1 from pg_policy as p where p.polname = 'pause_before_locking') then
        return;
    end if;
    create policy allow_everything on flowfabric.ff_exec_core using (true);
    create policy pause_before_locking on flowfabric.ff_exec_core
    as restrictive for update using (test.wait_while_paused());
    -- our functions run as the owner of the table
    alter table flowfabric.ff_exec_core enable row level security, force row level security;
end;
$let_claims_pause$;

create function test.id_of(p_work text default 'one')
returns uuid
language sql
stable
as $id_of$
    select x.execution_id from test.execution as x where x.work = p_work
$id_of$;

-- A scheduler assigns what is due next; grants last five seconds.
create function test.assign(p_worker text)
returns table (work text, kind text)
language plpgsql
as $assign$
declare
    r_grant record;
begin
    for r_grant in
        select g.*
        from flowfabric.ff_claim_for_worker(test.lane(), p_worker, p_worker || '-1') as g
    loop
        work := (
            select x.work from test.execution as x where x.execution_id = r_grant.execution_id
        );
        kind := r_grant.kind;
        insert into test.grant (worker, work, execution_id, kind, grant_key)
        values (p_worker, work, r_grant.execution_id, r_grant.kind, r_grant.grant_key);
        return next;
    end loop;
end;
$assign$;

create function test.issue(p_worker text, p_work text default 'one')
returns table (kind text)
language plpgsql
as $issue$
declare
    v_grant constant flowfabric.ff_grant := flowfabric.ff_issue_claim_grant(
        test.id_of(p_work), p_worker, p_worker || '-1'
    );
begin
    insert into test.grant (worker, work, execution_id, kind, grant_key)
    values (p_worker, p_work, v_grant.execution_id, v_grant.kind, v_grant.grant_key);
    return query select v_grant.kind;
end;
$issue$;

create function test.issue_reclaim(p_worker text, p_work text default 'one')
returns table (outcome text, detail text)
language plpgsql
as $issue_reclaim$
declare
    v_grant constant flowfabric.ff_reclaim_grant := flowfabric.ff_issue_reclaim_grant(
        test.id_of(p_work), p_worker, p_worker || '-1'
    );
begin
    if v_grant.outcome = 'granted' then
        insert into test.grant (worker, work, execution_id, kind, grant_key)
        values (p_worker, p_work, v_grant.execution_id, v_grant.kind, v_grant.grant_key);
    end if;
    return query select v_grant.outcome, v_grant.detail;
end;
$issue_reclaim$;

create function test.grant_key(p_worker text, p_work text default 'one')
returns text
language sql
stable
as $grant_key$
    select g.grant_key
    from test.grant as g
    where g.worker = p_worker and g.work = p_work
    order by g.grant_number desc
    limit 1
$grant_key$;

-- The worker redeems the last grant it was given for the work, by the function for its kind.
create function test.redeem(p_worker text, p_work text default 'one')
returns table (outcome text, detail text, attempt_type text, attempt_index integer, lease_epoch bigint)
language plpgsql
as $redeem$
declare
    v_grant test.grant;
    r_claimed record;
begin
    select g.*
    into strict v_grant
    from test.grant as g
    where g.worker = p_worker and g.work = p_work
    order by g.grant_number desc
    limit 1;
    if v_grant.kind = 'reclaim' then
        r_claimed := flowfabric.ff_reclaim_execution(
            v_grant.execution_id, v_grant.grant_key, p_worker, p_worker || '-1', 10000
        );
        outcome := r_claimed.outcome;
        detail := r_claimed.detail;
    elsif v_grant.kind = 'resume' then
        r_claimed := flowfabric.ff_claim_resumed_execution(
            v_grant.execution_id, v_grant.grant_key, p_worker, p_worker || '-1', 10000
        );
        outcome := 'claimed';
    else
        r_claimed := flowfabric.ff_claim_execution(
            v_grant.execution_id, v_grant.grant_key, p_worker, p_worker || '-1', 10000
        );
        outcome := 'claimed';
    end if;
    if outcome = 'claimed' then
        insert into test.lease (worker, work, handle, lease_id)
        values (p_worker, p_work, r_claimed.handle, r_claimed.lease_id);
    end if;
    attempt_type := r_claimed.attempt_type;
    attempt_index := r_claimed.attempt_index;
    lease_epoch := r_claimed.lease_epoch;
    return next;
end;
$redeem$;

-- Grants that are out or lapsed, for whom.
create view test.granted as
select
    g.kind::text as kind,
    g.worker_id as worker,
    g.expires_at <= flowfabric._now() as is_lapsed
from flowfabric.ff_claim_grant as g
where g.lane_id = test.lane();

-- A flow in the lane of the scene: 'a, b, c: a b' is c after a and b, 'c: any a b' after one of them.
-- (A spec has no braces in its steps.) The work of a node is its name.
create function test.submit_flow(p_nodes text)
returns uuid
language plpgsql
as $submit_flow$
declare
    v_flow_id uuid;
begin
    select s.flow_id
    into v_flow_id
    from flowfabric.ff_submit_flow(jsonb_build_object('nodes', (
        select jsonb_object_agg(n.parts[1], jsonb_build_object(
            'lane', test.lane(),
            'input', n.parts[1],
            'after', case
                when n.parts[2] is null then '[]'
                when n.parts[2] like 'any %' then jsonb_build_object(
                    'any_of', to_jsonb(string_to_array(substr(n.parts[2], 5), ' '))
                )
                else to_jsonb(string_to_array(n.parts[2], ' '))
            end
        ))
        from (
            select string_to_array(l.line, ': ') as parts
            from unnest(string_to_array(p_nodes, ', ')) as l (line)
        ) as n
    ))) as s;
    call test.advance('1 ms');
    return v_flow_id;
end;
$submit_flow$;

-- each node is held by the worker of its name
create procedure test.lease_flow(p_nodes text, variadic p_workers text[])
language plpgsql
as $lease_flow$
declare
    r_worker record;
begin
    perform test.submit_flow(p_nodes);
    for r_worker in
        select w.name, c.handle, c.lease_id
        from unnest(p_workers) as w (name)
        inner join test.execution as x on x.work = w.name
        cross join lateral flowfabric.ff_issue_grant_and_claim(
            x.execution_id, test.lane(), 10000
        ) as c
    loop
        insert into test.lease (worker, work, handle, lease_id)
        values (r_worker.name, r_worker.name, r_worker.handle, r_worker.lease_id);
    end loop;
end;
$lease_flow$;

create function test.flow_id()
returns uuid
language sql
stable
as $flow_id$
    select e.flow_id
    from flowfabric.ff_exec_core as e
    inner join flowfabric.ff_route as r on r.route_id = e.route_id
    where r.lane_id = test.lane() and e.flow_id is not null
    limit 1
$flow_id$;

-- the nodes of the scene; of each the join in front of it, and whether a todo is left
create view test.node as
select
    x.work as node,
    x.state,
    g.state::text as join_state,
    g.satisfied_count as met,
    g.failed_count as failed,
    g.total_count as total,
    (
        select string_agg(distinct d.kind::text, ', ')
        from flowfabric.ff_flow_todo as d
        where d.execution_id = x.execution_id
    ) as owed,
    x.completions
from test.execution as x
left join flowfabric.ff_edge_group as g
    on x.execution_id = g.downstream_id;

-- A parent and its children, each held by the worker of its name.
create procedure test.lease_family(p_parent text, variadic p_children text[])
language plpgsql
as $lease_family$
declare
    r_lease record;
begin
    call test.submit(p_parent);
    for v_item in 0..cardinality(p_children) loop
        if v_item = 1 then
            perform flowfabric.ff_spawn_batch(
                test.handle(p_parent, p_parent), p_children, test.lane(),
                array(select to_jsonb(c.name) from unnest(p_children) as c (name))
            );
        end if;
        select c.handle, c.lease_id
        into r_lease
        from flowfabric.ff_issue_grant_and_claim(
            test.id_of(coalesce(p_children[v_item], p_parent)), test.lane(), 10000
        ) as c;
        insert into test.lease (worker, work, handle, lease_id)
        values (
            coalesce(p_children[v_item], p_parent), coalesce(p_children[v_item], p_parent),
            r_lease.handle, r_lease.lease_id
        );
    end loop;
end;
$lease_family$;

-- the handle of the worker that is called as its work is
create function test.own(p_work text)
returns text
language sql
stable
as $own$
    select test.handle(p_work, p_work)
$own$;

-- the executions of the scene, with their steps, and whether a todo is left
create view test.family as
select
    x.work,
    x.state,
    (
        select string_agg(concat_ws(
            ' ', s.step_key, s.kind::text, coalesce(s.outcome, case when s.saved_at is null then 'open' end),
            s.output::text
        ), ', ' order by s.place)
        from flowfabric.ff_step as s
        where s.execution_id = x.execution_id and s.kind <> 'child'
    ) as steps,
    (
        select string_agg(distinct d.kind::text, ', ')
        from flowfabric.ff_flow_todo as d
        where d.execution_id = x.execution_id
    ) as owed,
    x.completions
from test.execution as x;

-- so that steps are as short as they read
do $search_path$
begin
    execute format('alter database %I set search_path = flowfabric', current_database());
end;
$search_path$;

-- A worker makes a waitpoint ahead, before the steps begin.
create procedure test.create_waitpoint(p_worker text, p_key text default 'review')
language sql
as $create_waitpoint$
    select flowfabric.ff_create_waitpoint(test.handle(p_worker), p_key, 3600000)
$create_waitpoint$;

create function test.suspend(
    p_worker text,
    p_condition jsonb default '{"signal": "approved", "on": "review"}',
    p_timeout_ms bigint default null,
    p_timeout_behavior text default 'fail'
)
returns table (outcome text, is_replay boolean)
language sql
as $suspend$
    select s.outcome, s.is_replay
    from flowfabric.ff_suspend(
        test.handle(p_worker),
        p_condition,
        p_timeout_ms => p_timeout_ms,
        p_timeout_behavior => p_timeout_behavior
    ) as s
$suspend$;

-- Delivers with the right token to the newest waitpoint of a key.
create function test.signal(p_name text default 'approved', p_key text default 'review')
returns table (outcome text, effect text, public_state text)
language sql
set search_path = flowfabric
as $signal$
    select d.outcome, d.effect, d.public_state
    from (
        select x.execution_id, w.waitpoint_id, _token_of(w) as token
        from test.execution as x
        inner join ff_waitpoint as w
            on x.execution_id = w.execution_id
        where x.work = 'one' and w.waitpoint_key = p_key
        order by w.created_at desc
        limit 1
    ) as t
    cross join lateral ff_deliver_signal(t.execution_id, t.waitpoint_id, t.token, p_name) as d
$signal$;

-- A block of a spec cannot have braces in it.
create function test.two_waitpoints()
returns jsonb
language sql
immutable
as $two_waitpoints$
    select '{"count": 2, "of": "waitpoints", "on": ["x", "y"]}'::jsonb
$two_waitpoints$;

-- Limits: a quota policy and a budget for each scene.
create function test.limit_id()
returns uuid
language sql
stable
as $limit_id$
    select md5(test.lane())::uuid
$limit_id$;

create procedure test.begin_limited_scene(
    p_concurrent bigint default 1, p_per_window bigint default 0
)
language plpgsql
as $begin_limited_scene$
begin
    call test.begin_scene();
    perform ff_create_quota_policy(test.limit_id(), 60000, p_per_window, p_concurrent);
    perform ff_create_budget(
        test.limit_id(), 'scene', test.lane(),
        p_dimensions => array['tokens'], p_hard_limits => array[100], p_soft_limits => array[0]
    );
end;
$begin_limited_scene$;

create procedure test.submit_limited(variadic p_works text[])
language plpgsql
as $submit_limited$
begin
    for v_item in 1..cardinality(p_works) loop
        perform flowfabric.ff_create_execution(
            test.lane(), to_jsonb(p_works[v_item]), p_quota_policy_id => test.limit_id(),
            p_budget_ids => array[test.limit_id()]
        );
        call test.advance('1 ms');
    end loop;
end;
$submit_limited$;

create view test.stopped as
select x.work, x.state, e.is_cancel_requested as is_asked
from test.execution as x
inner join flowfabric.ff_exec_core as e
    on e.execution_id = x.execution_id;

-- Ticks, as long as debts of lanes wait for transactions, which may be those of other databases.
create procedure test.pay_lanes()
language plpgsql
as $pay_lanes$
begin
    for v_try in 1..3000 loop
        exit when not exists (
            select 1 from flowfabric.ff_limit_todo as d where d.kind = 'lane'
        );
        perform count(*) from flowfabric.ff_tick();
        commit;
        perform pg_sleep(0.001);
    end loop;
    call test.advance('1 s');
end;
$pay_lanes$;

-- The line of a rate: the windows of a minute that each execution has to wait for.
create view test.line as
select
    x.work,
    ceil(extract(epoch from e.claimable_at - s.now) / 60) as windows
from test.scene as s
cross join test.execution as x
inner join flowfabric.ff_exec_core as e
    on e.execution_id = x.execution_id
where x.state = 'quota_first'
order by e.claimable_at;

-- Some under one key of the policy.
create procedure test.submit_keyed(p_quota_key text, p_count integer)
language plpgsql
as $submit_keyed$
begin
    for v_item in 1..p_count loop
        perform flowfabric.ff_create_execution(
            test.lane(), to_jsonb(p_quota_key || v_item), p_quota_policy_id => test.limit_id(),
            p_quota_key => p_quota_key
        );
        call test.advance('1 ms');
    end loop;
end;
$submit_keyed$;

create function test.spend(p_work text, p_tokens integer)
returns table (outcome text, current_usage bigint)
language sql
set search_path = flowfabric
as $spend$
    select s.outcome, s.current_usage
    from ff_record_spend(
        test.limit_id(), test.id_of(p_work), jsonb_build_object('tokens', p_tokens)
    ) as s
$spend$;

create function test.reserve(p_work text, p_tokens integer)
returns table (outcome text)
language sql
set search_path = flowfabric
as $reserve$
    select s.outcome
    from ff_reserve_budget(
        test.limit_id(), test.id_of(p_work), jsonb_build_object('tokens', p_tokens)
    ) as s
$reserve$;

-- who holds slots now
create view test.holder as
select e.input #>> '{}' as work
from flowfabric.ff_quota_token as t
inner join flowfabric.ff_exec_core as e
    on t.execution_id = e.execution_id
where t.quota_policy_id = test.limit_id() and t.kind = 'slot' and t.free_at > flowfabric._now();

-- Reads events from where the session stopped; where it begins says test.read_from_now().
create function test.read_from_now()
returns void
language sql
as $read_from_now$
    select set_config('test.cursor', (flowfabric.ff_read_events('')).next_cursor, false)
$read_from_now$;

create function test.read_events(
    out kinds text,
    out epochs text
)
language sql
as $read_events$
    select
        string_agg(e.event ->> 'kind', ' ' order by e.position),
        string_agg(e.event ->> 'lease_epoch', ' ' order by e.position)
    from (
        select p.events, set_config('test.cursor', p.next_cursor, false)
        from flowfabric.ff_read_events(current_setting('test.cursor')) as p
        offset 0
    ) as p
    left join lateral jsonb_array_elements(p.events) with ordinality as e (event, position) on true
$read_events$;

-- A commit that stays under way: after a row was written here, the rest of the commit waits for as
-- long as another session holds the advisory lock 2. Triggers that were queued before have run then.
create table test.slow_commit (
    slow_commit_id bigint generated always as identity
);

create function test.wait_at_commit()
returns trigger
language plpgsql
as $wait_at_commit$
begin
    perform pg_advisory_xact_lock_shared(2);
    return null;
end;
$wait_at_commit$;

create constraint trigger wait_at_commit
after insert on test.slow_commit
deferrable initially deferred
for each row execute function test.wait_at_commit();

-- An execution that a signal or an operator has to wake: it waits for longer than a spec takes.
create function test.park(p_work text)
returns table (outcome text)
language sql
as $park$
    select s.outcome
    from flowfabric.ff_issue_grant_and_claim(test.id_of(p_work), test.lane(), 10000) as c
    cross join lateral flowfabric.ff_suspend(c.handle, '{"operator_only": true}') as s
$park$;

-- The same call under the same key, as a client that lost the reply sends it again.
create function test.suspend_under_a_key(p_worker text)
returns table (outcome text, is_replay boolean)
language sql
as $suspend_under_a_key$
    select s.outcome, s.is_replay
    from flowfabric.ff_suspend(
        test.handle(p_worker), '{"signal": "approved", "on": "review"}', p_idempotency_key => 'k'
    ) as s
$suspend_under_a_key$;

create function test.signal_under_a_key(p_id uuid default null)
returns table (outcome text, effect text)
language sql
set search_path = flowfabric
as $signal_under_a_key$
    select d.outcome, d.effect
    from ff_waitpoint as w
    inner join test.execution as x
        on x.execution_id = w.execution_id
    cross join lateral ff_deliver_signal(
        x.execution_id, w.waitpoint_id, _token_of(w), 'approved',
        p_signal_id => p_id,
        p_idempotency_key => case when p_id is null then 'k' end
    ) as d
$signal_under_a_key$;

create function test.stage(
    p_upstream text, p_downstream text, p_expected_graph_revision bigint default null
)
returns table (outcome text)
language sql
as $stage$
    select s.outcome
    from flowfabric.ff_stage_dependency_edge(
        test.flow_id(), gen_random_uuid(), test.id_of(p_upstream), test.id_of(p_downstream),
        p_expected_graph_revision => p_expected_graph_revision
    ) as s
$stage$;
