begin;
select plan(22);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql

-- the events of each node, in their order
create function pg_temp.told()
returns text
language sql
as $told$
    select string_agg(format('%s: %s', h.node, h.kinds), ', ' order by h.node)
    from (
        select
            m.node,
            string_agg(coalesce(nullif(i.outcome::text, 'none'), i.kind::text), ' ' order by i.event_id)
                as kinds
        from flowfabric.ff_flow_member as m
        inner join flowfabric.ff_event_item as i on i.execution_id = m.execution_id
        where m.flow_id = pg_temp.flow_id() and i.kind <> 'operator_claimed'
        group by m.node
    ) as h
$told$;
create function pg_temp.claims()
returns text
language sql
as $claims$
    select coalesce(string_agg(m.node, ' ' order by c.ordinality), 'nothing')
    from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 10) with ordinality as c
    inner join flowfabric.ff_flow_member as m
        on c.execution_id = m.execution_id
$claims$;
create function pg_temp.processed(p_job text)
returns bigint
language sql
as $processed$
    select t.processed from flowfabric.ff_tick() as t where t.job = p_job
$processed$;

-- given a node past its deadline, and behind it its partner in a quorum that needs both; when a
-- batch of claims meets them; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {"deadline_ms": 300}, "b": {}, "d": {"after": {"quorum": 2, "of": ["a", "b"]}}
    }');
    perform pg_temp.advance('500 ms');
end;
$given$;
select is(pg_temp.claims(), 'nothing', 'the partner that the call has cancelled is not claimed');
select is(pg_temp.nodes(), 'a expired, b cancelled, d skipped', 'the claim takes other work');
select is(pg_temp.told(), 'a: expired, b: cancelled, d: skipped', 'each has ended once');

-- given the partner is in front of it; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {}, "b": {"deadline_ms": 300}, "d": {"after": {"quorum": 2, "of": ["a", "b"]}}
    }');
    perform pg_temp.advance('500 ms');
end;
$given$;
select is(pg_temp.claims(), 'nothing', 'the partner in front is not claimed either');
select is(pg_temp.nodes(), 'a cancelled, b expired, d skipped', 'it is cancelled');
select is(pg_temp.told(), 'a: cancelled, b: expired, d: skipped', 'no event names a lease');

-- given another node that may be claimed, and one whose lapsed lease is taken over; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {}, "b": {"deadline_ms": 300}, "c": {}, "l": {},
        "d": {"after": {"quorum": 2, "of": ["a", "b"]}}
    }');
    perform flowfabric.ff_issue_grant_and_claim(pg_temp.node('l'), 'lane', 300);
    perform pg_temp.advance('500 ms');
end;
$given$;
select is(pg_temp.claims(), 'c l', 'the others are claimed');
select is(
    pg_temp.told(),
    'a: cancelled, b: expired, c: acquired, d: skipped, l: acquired expired reclaimed',
    'each event has its lease'
);

-- given the partner in front of it had a lease that lapsed; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {}, "b": {"delay_ms": 350, "deadline_ms": 400},
        "d": {"after": {"quorum": 2, "of": ["a", "b"]}}
    }');
    perform flowfabric.ff_issue_grant_and_claim(pg_temp.node('a'), 'lane', 300);
    perform pg_temp.advance('500 ms');
end;
$given$;
select is(pg_temp.claims(), 'nothing', 'a partner with a lapsed lease is not taken over');
select is(
    pg_temp.told(), 'a: acquired cancelled, b: expired, d: skipped', 'no event says that it was'
);

-- given nodes with the same deadline; when a tick meets them; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {"deadline_ms": 300}, "b": {"deadline_ms": 300, "after": ["a"]},
        "c": {"deadline_ms": 300}, "d": {"deadline_ms": 300, "after": {"quorum": 2, "of": ["a", "c"]}}
    }');
    perform pg_temp.advance('2 s');
end;
$given$;
select is(pg_temp.processed('deadlines'), 4::bigint, 'a tick meets four');
select matches(
    pg_temp.told(), '^a: \S+, b: \S+, c: \S+, d: \S+$', 'each of them has ended once'
);

-- given the same nodes, with a debt each; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {"deadline_ms": 300}, "b": {"deadline_ms": 300, "after": ["a"]},
        "c": {"deadline_ms": 300}, "d": {"deadline_ms": 300, "after": {"quorum": 2, "of": ["a", "c"]}}
    }');
    perform pg_temp.advance('2 s');
    insert into flowfabric.ff_debt (execution_id)
    select m.execution_id
    from flowfabric.ff_flow_member as m
    where m.flow_id = pg_temp.flow_id()
    order by m.node;
end;
$given$;
select is(pg_temp.processed('passed_rows'), 4::bigint, 'a tick meets four debts');
select matches(
    pg_temp.told(), '^a: \S+, b: \S+, c: \S+, d: \S+$', 'each of them has ended once, too'
);

-- given an attempt past its timeout, and its partner with a lapsed lease; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {"policy": {"timeout_policy": {"attempt_timeout_ms": 300}, "retry_policy": {"max_retries": 0}}},
        "b": {}, "d": {"after": {"quorum": 2, "of": ["a", "b"]}}
    }');
    perform flowfabric.ff_issue_grant_and_claim(pg_temp.node(n), 'lane', 400) from unnest(array['a', 'b']) as n;
    perform pg_temp.advance('2 s');
end;
$given$;
select is(pg_temp.processed('lapses'), 2::bigint, 'a tick meets both leases');
select is(
    pg_temp.told(),
    'a: acquired expired expired, b: acquired cancelled, d: skipped',
    'no expiry is recorded after the end of its execution'
);

-- given the lapsed lease is met first; then
do $given$
begin
    perform pg_temp.flow('{
        "a": {"policy": {"timeout_policy": {"attempt_timeout_ms": 300}, "retry_policy": {"max_retries": 0}}},
        "b": {}, "d": {"after": {"quorum": 2, "of": ["a", "b"]}}
    }');
    perform flowfabric.ff_issue_grant_and_claim(pg_temp.node('b'), 'lane', 200);
    perform flowfabric.ff_issue_grant_and_claim(pg_temp.node('a'), 'lane', 400);
    perform pg_temp.advance('2 s');
end;
$given$;
select is(pg_temp.processed('lapses'), 2::bigint, 'a tick meets both again');
select matches(
    pg_temp.told(), '^a: acquired expired expired, b: acquired (expired )?cancelled, d: skipped$',
    'each has ended once'
);

-- given suspensions that time out at the same moment; then
do $given$
begin
    perform pg_temp.flow('{"a": {}, "b": {}, "d": {"after": {"quorum": 2, "of": ["a", "b"]}}}');
    perform flowfabric.ff_suspend(
        pg_temp.start(n), '{"signal": "approved", "on": "review"}', p_timeout_ms => 300
    )
    from unnest(array['a', 'b']) as n;
    perform pg_temp.advance('2 s');
end;
$given$;
select is(pg_temp.processed('suspensions'), 2::bigint, 'a tick meets both suspensions');
select is(pg_temp.nodes(), 'a failed, b cancelled, d skipped', 'the first one ends the other');
select is(
    (
        select count(*)
        from flowfabric.ff_event_item as i
        inner join flowfabric.ff_flow_member as m on i.execution_id = m.execution_id
        where m.flow_id = pg_temp.flow_id() and i.kind = 'completed'
    ),
    3::bigint,
    'each has one completion event'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');

select * from finish();
rollback;
