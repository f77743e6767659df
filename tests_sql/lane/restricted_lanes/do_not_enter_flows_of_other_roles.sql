-- tests_sql/lane/restricted_lanes/do_not_enter_flows_of_other_roles.sql
begin;
select plan(11);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given a flow of a role without a right to a lane, and a role that may submit there
select
    pg_temp.login_of('ff_producer') as maker,
    pg_temp.login_of('ff_operator') as operator,
    pg_temp.login_of() as other
\gset
grant ff_producer to :"other";
select set_config('role', :'maker', true)
\g /dev/null
select
    flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000e') is null as empty,
    flowfabric.ff_create_flow('00000000-0000-7000-8000-00000000000f') is null as filled
\gset
select flowfabric.ff_create_execution(
    'open', p_flow_id => '00000000-0000-7000-8000-00000000000f'
) is null as added
\gset
reset role;
select flowfabric.ff_grant_lane('vault', :'other', '{submit,read}') is null as granted
\gset
select flowfabric.ff_grant_lane('vault', :'operator', '{submit}') is null as granted
\gset
select c.execution_id from flowfabric.ff_create_execution('vault') as c
\gset
-- when the other role puts an execution of that lane into the flow; then it is refused
select
    is(
        pg_temp.refusal_as(:'other', format(c.call, :'execution_id', f.flow_id)),
        'ZF801 not_authorised',
        format('%s, %s', c.name, f.name)
    )
from (
    values
    ('ff_add_execution_to_flow', 'select flowfabric.ff_add_execution_to_flow(%2$L, %1$L)'),
    ('ff_create_execution', $$select flowfabric.ff_create_execution('vault', p_flow_id => %2$L)$$),
    (
        'ff_create_executions',
        $$select flowfabric.ff_create_executions('vault', '{1}', '{"flow_id": "%2$s"}')$$
    )
) as c (name, call)
cross join (
    values
    ('00000000-0000-7000-8000-00000000000e', 'an empty flow'),
    ('00000000-0000-7000-8000-00000000000f', 'a flow in an open lane')
) as f (flow_id, name);
select is(
    pg_temp.refusal_as(
        :'maker',
        $$select flowfabric.ff_create_execution(
            'open', p_flow_id => '00000000-0000-7000-8000-00000000000f'
        )$$
    ),
    'nothing',
    'the role that made the flow may add it'
);
select is(
    pg_temp.refusal_as(
        :'other',
        $$select flowfabric.ff_create_execution(
            'open', p_flow_id => '00000000-0000-7000-8000-00000000000f'
        )$$
    ),
    'nothing',
    'a member in an open lane is not refused'
);
-- when an operator adds it; then
select is(
    pg_temp.refusal_as(:'operator', format(
        'select flowfabric.ff_add_execution_to_flow(%L, %L)',
        '00000000-0000-7000-8000-00000000000e', :'execution_id'
    )),
    '42501',
    'an operator who is not a producer may not'
);
grant ff_producer to :"operator";
select is(
    pg_temp.refusal_as(:'operator', format(
        'select flowfabric.ff_add_execution_to_flow(%L, %L)',
        '00000000-0000-7000-8000-00000000000e', :'execution_id'
    )),
    'nothing',
    'an operator who is a producer may'
);
-- when the role that made the flow may submit there; then
select flowfabric.ff_grant_lane('vault', :'maker', '{submit}') is null as granted
\gset
select is(
    pg_temp.refusal_as(
        :'other',
        $$select flowfabric.ff_create_execution(
            'vault', p_flow_id => '00000000-0000-7000-8000-00000000000f'
        )$$
    ),
    'nothing',
    'when its maker may submit to the lane, the flow takes the execution'
);
select * from finish();
rollback;
