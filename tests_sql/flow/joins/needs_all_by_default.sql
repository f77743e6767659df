-- tests_sql/flow/joins/needs_all_by_default.sql
begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given c after a and b; when one completes, and then the other; then c waits for both
select pg_temp.flow('{"a": {}, "b": {}, "c": {"after": ["a", "b"]}}') as flow_id;
select is(
    pg_temp.nodes(), 'a waiting, b waiting, c waiting_children', 'c is blocked from the start'
);
select pg_temp.advance('1 s');
select is(
    (
        select array_agg(c.kind)
        from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 10, p_lease_ttl_ms => 1) as c
    ),
    array['default', 'default'],
    'no claim gets it'
);
select pg_temp.advance('1 s');
select is(
    (
        select array_agg(c.public_state)
        from flowfabric.ff_claim('lane', 'w', 'w-1') as h
        cross join lateral flowfabric.ff_complete(h.handle) as c
    ),
    array['completed'],
    'one upstream completes'
);
select is(pg_temp.nodes('c'), 'c waiting_children', 'that is not enough');
select is(pg_temp.join_of('c'), 'pending, 1 of 2, 0 failed, 0 skipped', 'its end is counted');
select is(
    (
        select array_agg(c.public_state)
        from flowfabric.ff_claim('lane', 'w', 'w-1') as h
        cross join lateral flowfabric.ff_complete(h.handle) as c
    ),
    array['completed'],
    'the other upstream completes'
);
select is(pg_temp.nodes(), 'a completed, b completed, c waiting', 'then c can be claimed at once');
select is(pg_temp.join_of('c'), 'satisfied, 2 of 2, 0 failed, 0 skipped', 'its join is satisfied');
select is_empty('select d.kind from flowfabric.ff_flow_todo as d', 'no todo is left');
select is(pg_temp.complete('c'), 'completed', 'c completes');
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
