-- tests_sql/flow/ff_apply_dependency_to_child/ends_executions_past_their_deadline.sql
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given a downstream past its deadline that no claim has met; when an edge to it is applied
select pg_temp.member('up') is null as up;
select flowfabric.ff_create_execution(
    'lane', p_kind => 'down', p_deadline_ms => 1000,
    p_flow_id => '00000000-0000-7000-8000-00000000000f'
) is null as created;
select pg_temp.advance('5 s');
select pg_temp.stage(1, 'up', 'down') is null as staged;
select is(pg_temp.apply(1), 'applied applied 1 waiting_children', 'it is blocked');
select is(
    (
        select d.claimable_at
        from flowfabric.ff_describe_execution(pg_temp.id_of('down')) as d
    ),
    pg_temp.clock(),
    'it is due now: no row becomes due below a claim head'
);
select is(
    (select array_agg(c.kind) from flowfabric.ff_claim_batch('lane', 'w', 'w-1', 10) as c),
    array['up'],
    'the next claim does not take it'
);
select is(
    flowfabric.ff_read_execution_state(pg_temp.id_of('down')), 'expired', 'that claim ends it'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
