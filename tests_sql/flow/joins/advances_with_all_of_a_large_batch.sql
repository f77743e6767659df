-- tests_sql/flow/joins/advances_with_all_of_a_large_batch.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given 150 pairs; when the first members of all pairs complete in one batch
select pg_temp.flow((
    select
        jsonb_object_agg('a' || i, '{}'::jsonb)
        || jsonb_object_agg('b' || i, jsonb_build_object('after', jsonb_build_array('a' || i)))
    from generate_series(1, 150) as i
)) as flow_id;
select pg_temp.advance('1 s');
select is(
    (
        select count(*)
        from (
            select array_agg(c.handle) as handles
            from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 200) as c
        ) as h
        cross join lateral flowfabric.ff_complete_batch(h.handles) as b
        where b.outcome = 'completed'
    ),
    150::bigint,
    'they are completed'
);
select is(
    (select (s.completed, s.waiting) from flowfabric.ff_flow_summary(pg_temp.flow_id()) as s),
    (150::bigint, 150::bigint),
    'all second members can be claimed: a call may resolve as many edges as it ends executions'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
