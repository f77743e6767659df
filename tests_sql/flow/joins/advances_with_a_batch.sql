-- tests_sql/flow/joins/advances_with_a_batch.sql
begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/flows.sql
-- given ten upstreams and two joins; when all complete in one batch
select pg_temp.flow((
    select jsonb_object_agg('n' || i, '{}'::jsonb) || '{
        "all": {"after": ["n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9", "n10"]},
        "some": {"after": {"quorum": 3, "of": ["n1", "n2", "n3", "n4"]}},
        "next": {"after": ["all"]}
    }'
    from generate_series(1, 10) as i
)) as flow_id;
select pg_temp.advance('1 s');
select is(
    (
        select array_agg(distinct b.outcome)
        from (
            select array_agg(c.handle) as handles
            from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 100) as c
        ) as h
        cross join lateral flowfabric.ff_complete_batch(h.handles) as b
    ),
    array['completed'],
    'all ten are completed'
);
select is(
    pg_temp.nodes('all', 'some', 'next'),
    'all waiting, next waiting_children, some waiting',
    'the one call satisfies both joins'
);
select is(
    pg_temp.join_of('some'), 'satisfied, 4 of 4, 0 failed, 0 skipped',
    'each with all its completed upstreams'
);
select is_empty('select d.kind from flowfabric.ff_flow_todo as d', 'no todo is left');
select pg_temp.advance('1 s');
select is(
    (select array_agg(c.kind) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 100) as c),
    array['default', 'default'],
    'a batch claims the released members'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
