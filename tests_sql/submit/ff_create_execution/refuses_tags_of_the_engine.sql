-- tests_sql/submit/ff_create_execution/refuses_tags_of_the_engine.sql
begin;
select plan(15);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- when a submitter gives a tag whose key begins with "flowfabric."
select
    is(
        pg_temp.refusal(format('select flowfabric.%s', c.call)), c.refusal, c.title
    )
from (
    values
    (
        $$ff_create_execution('lane', p_tags => '{"flowfabric.schedule_id": "x"}')$$,
        '22023 p_tags', 'of an execution'
    ),
    (
        $$ff_create_execution('lane', p_tags => '{"a.b": "c", "flowfabric.x": "x"}')$$,
        '22023 p_tags', 'beside another tag'
    ),
    (
        $$ff_create_executions('lane', '{1}', '{"tags": {"flowfabric.x": "x"}}')$$,
        '22023 p_tags', 'of a batch'
    ),
    (
        $$ff_submit_flow('{"nodes": {"a": {"lane": "lane", "tags": {"flowfabric.x": "x"}}}}')$$,
        '22023 p_flow', 'of a node of a flow'
    ),
    (
        $$ff_submit_flow('{"nodes": {"a": {"lane": "lane"}}, "tags": {"flowfabric.x": "x"}}')$$,
        '22023 p_flow.tags', 'of a flow'
    ),
    (
        $$ff_create_flow(p_tags => '{"flowfabric.x": "x"}')$$,
        '22023 p_tags', 'of an empty flow'
    )
) as c (call, refusal, title);
select is_empty('select 1 from flowfabric.ff_exec_core', 'nothing was written');
select is(
    (
        select string_agg(coalesce(c.error_detail ->> 'argument', c.outcome), ' ')
        from flowfabric.ff_create_executions(
            'lane', '{1,2,3}', '{"tags": [{"a.b": "c"}, {"flowfabric.x": "x"}, {}]}'
        ) as c
    ),
    'created p_tags created',
    'of an item of a batch; the other items are written'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_create_execution(
            'lane', p_tags => '{"flowfabrics.x": "y", "my.flowfabric.x": "y"}'
        )$$
    ),
    'nothing', 'tags with other prefixes are accepted'
);

-- when such a tag is set later; then
select c.execution_id
from flowfabric.ff_create_execution('lane') as c
\gset
select f.flow_id
from flowfabric.ff_create_flow() as f
\gset
select
    is(
        pg_temp.refusal_as(r.login, format(s.statement, s.id)),
        'ZF801 not_authorised',
        format('%s sets a tag of %s', r.role_name, s.title)
    )
from (
    select
        n.role_name,
        pg_temp.login_of(n.role_name) as login
    from (values ('ff_producer'), ('ff_worker')) as n (role_name)
    order by n.role_name
    offset 0
) as r
cross join (
    values
    (
        $$select flowfabric.ff_set_execution_tag(%L, 'flowfabric.x', 'y')$$,
        :'execution_id', 'of an execution'
    ),
    (
        $$select flowfabric.ff_set_flow_tag(%L, 'flowfabric.x', 'y')$$,
        :'flow_id', 'of a flow'
    )
) as s (statement, id, title);
select is(
    pg_temp.refusal_as(
        pg_temp.login_of('ff_operator'),
        format($$select flowfabric.ff_set_execution_tag(%L, 'flowfabric.x', 'y')$$, :'execution_id')
    ),
    'nothing', 'an operator may set it'
);
select is(
    pg_temp.refusal(
        $$select flowfabric.ff_find_executions('{"tags": {"flowfabric.x": "y"}}')$$
    ),
    'nothing', 'every role may search for it'
);
select * from finish();
rollback;
