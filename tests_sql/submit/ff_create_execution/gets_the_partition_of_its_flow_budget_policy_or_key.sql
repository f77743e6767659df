-- tests_sql/submit/ff_create_execution/gets_the_partition_of_its_flow_budget_policy_or_key.sql
begin;
select plan(12);
\ir ../../lib/clock.sql
-- given a flow, two budgets, a quota policy and a key, in partitions 1 to 5; when executions are
-- submitted under them; then the last byte of an id is that of the first of them
select
    flowfabric.ff_create_flow('00000000-0000-4000-8000-000000000001') is null as flow,
    flowfabric.ff_create_budget(
        '00000000-0000-4000-8000-000000000002', 'tenant', 'acme', 'strict', 'block', 'warn',
        0, '{cost}', '{100}', '{80}'
    ) is null as budget,
    flowfabric.ff_create_budget(
        '00000000-0000-4000-8000-000000000003', 'tenant', 'acme', 'strict', 'block', 'warn',
        0, '{cost}', '{100}', '{80}'
    ) is null as other_budget,
    flowfabric.ff_create_quota_policy(
        '00000000-0000-4000-8000-000000000004', 1000, 10, 10
    ) is null as policy
\gset
select is(
    flowfabric._partition_of_key('idempotency:default', 'k'), 80,
    'given the digest of the key, which any program can compute'
);
create function pg_temp.options(p_names text[], p_namespace text default 'default')
returns jsonb language sql as $options$
    select jsonb_build_object('namespace', p_namespace) || jsonb_object_agg(o.name, o.value)
    from (
        values
        ('flow_id', '"00000000-0000-4000-8000-000000000001"'::jsonb),
        (
            'budget_ids',
            '["00000000-0000-4000-8000-000000000002", "00000000-0000-4000-8000-000000000003"]'
        ),
        ('quota_policy_id', '"00000000-0000-4000-8000-000000000004"'),
        ('idempotency_key', '"k"')
    ) as o (name, value)
    where o.name = any (p_names)
$options$;
-- each submission is rolled back, because a key is used once
create function pg_temp.partition_under(p_namespace text, variadic p_names text[])
returns integer language plpgsql as $partition_under$
declare
    v_options constant jsonb := pg_temp.options(p_names, p_namespace);
    v_single integer;
    v_batch integer[];
begin
    begin
        select pg_temp.number(c.execution_id)
        into v_single
        from flowfabric.ff_create_execution(
            'lane',
            p_flow_id => (v_options ->> 'flow_id')::uuid,
            p_budget_ids => (
                select array_agg(b.id::uuid)
                from jsonb_array_elements_text(v_options -> 'budget_ids') as b (id)
            ),
            p_quota_policy_id => (v_options ->> 'quota_policy_id')::uuid,
            p_namespace => p_namespace,
            p_idempotency_key => v_options ->> 'idempotency_key'
        ) as c;
        raise exception 'take it back' using errcode = 'raise_exception';
    exception
        when raise_exception then null;
    end;
    select array_agg(distinct pg_temp.number(c.execution_id))
    into v_batch
    from flowfabric.ff_create_executions('lane', array['1', '1']::jsonb[], v_options) as c
    where c.outcome = 'created';
    if v_batch <> array[v_single] then
        raise exception 'a batch lies elsewhere: %', v_batch;
    end if;
    return v_single;
end;
$partition_under$;
select is(
    pg_temp.partition_under(
        'default', 'flow_id', 'budget_ids', 'quota_policy_id', 'idempotency_key'
    ),
    1, 'the partition of the flow comes first'
);
select is(
    pg_temp.partition_under('a', 'budget_ids', 'quota_policy_id', 'idempotency_key'),
    2, 'then that of the first budget'
);
select is(
    pg_temp.partition_under('b', 'quota_policy_id', 'idempotency_key'), 4,
    'then that of the quota policy'
);
select is(
    pg_temp.partition_under('c', 'idempotency_key'),
    get_byte(sha256('\x6964656d706f74656e63793a63006b'), 0),
    'then that of the key: sha256 of "idempotency:c", a zero byte, "k"'
);
select is(pg_temp.partition_under('d', 'flow_id'), 1, 'a flow without the others');
select is(pg_temp.partition_under('e', 'budget_ids'), 2, 'budgets without the others');
select is(pg_temp.partition_under('f', 'quota_policy_id'), 4, 'a quota policy without the others');
select isnt(
    pg_temp.partition_under('g', 'idempotency_key'),
    pg_temp.partition_under('h', 'idempotency_key'),
    'a key in another namespace is another key'
);
select is(
    (
        select pg_temp.number((s.executions ->> 'a')::uuid)
        from flowfabric.ff_submit_flow(
            '{"nodes": {"a": {
                "lane": "lane", "budget_ids": ["00000000-0000-4000-8000-000000000002"]
            }}}',
            '00000000-0000-4000-8000-0000000000aa'
        ) as s
    ),
    170,
    'members of a flow that is submitted at once have the partition of the flow'
);
select is(
    (
        select pg_temp.number(c.execution_id)
        from flowfabric.ff_create_execution(
            'lane', p_flow_id => '00000000-0000-4000-8000-000000000001',
            p_execution_id => '01b8dd58-e200-7000-8000-0000000000ee'
        ) as c
    ),
    238,
    'an id of the caller is taken as it is'
);
select is(
    (
        select count(distinct pg_temp.number(c.execution_id)) > 1
        from flowfabric.ff_create_executions('lane', array_fill('1'::jsonb, array[8])) as c
    ),
    true,
    'without any of them the partition is random'
);
select * from finish();
rollback;
