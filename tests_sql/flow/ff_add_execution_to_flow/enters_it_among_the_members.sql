-- tests_sql/flow/ff_add_execution_to_flow/enters_it_among_the_members.sql
begin;
select plan(14);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/staged_flow.sql
\ir ../../lib/flows.sql
-- given a flow, and executions of which one is in another flow
select flowfabric.ff_create_execution('lane', p_kind => 'a') is null as created;
select pg_temp.member('b') is null as b;
select flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000e') is null as created;
create function pg_temp.added(p_flow text, p_name text) returns text language sql as $$
    select concat_ws(' ', a.outcome, a.node_count, a.graph_revision)
    from flowfabric.ff_add_execution_to_flow(
        ('00000000-0000-7000-8000-00000000000' || p_flow)::uuid, pg_temp.id_of(p_name)
    ) as a
$$;
select is(pg_temp.added('f', 'a'), 'added 2 2', 'an execution is added');
select is(pg_temp.added('f', 'a'), 'already_member 2 2', 'once');
select is(
    pg_temp.added('f', 'b'), 'already_member 2 2',
    'an execution that was submitted into the flow is a member already'
);
select alike(
    pg_temp.id_of('b')::text, '%0f', 'a member has the partition of the last byte of its id'
);
select is(
    pg_temp.refusal($$select pg_temp.added('e', 'a')$$), 'ZF403 already_member_of_different_flow',
    'an execution of another flow is refused'
);
select is(
    pg_temp.refusal($$select pg_temp.added('d', 'a')$$), 'ZF401 flow_not_found',
    'an unknown flow is refused'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_add_execution_to_flow(
        '00000000-0000-7000-8000-00000000000e', '00000000-0000-7000-8000-000000000009')$$),
    'ZF201 execution_not_found', 'an unknown execution is refused'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_add_execution_to_flow(null, pg_temp.id_of('a'))$$),
    '22004 p_flow_id', 'a null flow is refused'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_add_execution_to_flow(
        '00000000-0000-7000-8000-00000000000e', 'a')$$),
    '22P02', 'a null id is refused'
);
select is(
    (select d.flow_id from flowfabric.ff_describe_execution(pg_temp.id_of('a')) as d),
    '00000000-0000-7000-8000-00000000000f', 'the execution shows its flow'
);
select is(
    (
        select c.outcome
        from flowfabric.ff_create_execution(
            'lane', p_idempotency_key => 'k', p_flow_id => '00000000-0000-7000-8000-00000000000e'
        ) as c
    ),
    'created',
    'an idempotency key finds a member of this flow'
);
select is(
    pg_temp.refusal($$select flowfabric.ff_create_execution(
        'lane', p_idempotency_key => 'k', p_flow_id => '00000000-0000-7000-8000-00000000000f'
    )$$),
    'ZF205 idempotency_key_conflict',
    'a key of another flow is a conflict'
);
select c.outcome
from flowfabric.ff_cancel_flow('00000000-0000-7000-8000-00000000000e', 'over') as c;
select flowfabric.ff_create_execution('lane', p_kind => 'c') is null as created;
select is(
    pg_temp.refusal($$select pg_temp.added('e', 'c')$$),
    'ZF402 flow_already_terminal',
    'nothing can be added to a cancelled flow'
);
select is(pg_temp.healthy(), 'healthy', 'no invariant is broken');
select * from finish();
rollback;
