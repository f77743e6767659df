begin;
select plan(12);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/roles.sql
\ir ../../lib/typed_calls.sql

do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 4) as n;
end;
$given$;
select pg_temp.claim('a', p_lane_id => 'lane1') as handle
\gset
select
    pg_temp.login_of('ff_worker') as worker,
    pg_temp.login_of('ff_operator') as operator
\gset
select pg_temp.stored() as before
\gset

-- when a worker cancels without a lease, with any source and actor; then
select throws_ok(
    format(
        'set local role %I; select flowfabric.ff_cancel_execution(%L, %L)', :'worker',
        pg_temp.id(1), 'not needed'
    ),
    'ZF801',
    'the caller lacks the right to make this call',
    'a worker''s login is refused'
);
select
    is(
        pg_temp.refusal_as(r.role_name, format(
            'select flowfabric.ff_cancel_execution(%L, %L, %L)',
            '00000000-0000-7000-8000-000000000002', 'not needed', s.source
        )),
        'ZF801 not_authorised',
        format('as %s, %s', s.source, r.description)
    )
from (values ('operator_override'), ('flow_cascade'), ('ada')) as s (source)
cross join (
    values (
        :'worker', 'a login of workers'), (
        'ff_worker',
        'a session in the role of workers is refused'
    )
) as r (role_name, description);
select is(
    pg_temp.refusal_as(
        :'worker', pg_temp.cancel_as_holder(:'handle', p_source => 'operator_override')
    ),
    'ZF801 not_authorised',
    'a worker may not override, even if it holds the lease'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.refusal_as(:'operator', format(
        'select flowfabric.ff_cancel_execution(%L, %L)',
        '00000000-0000-7000-8000-000000000001', 'not needed'
    )),
    'nothing',
    'a login of an operator may cancel'
);
select lives_ok(
    format(
        'select flowfabric.ff_cancel_execution(%L, %L, %L)',
        '00000000-0000-7000-8000-000000000003', 'not needed', 'flow_cascade'
    ),
    'the owner may cancel'
);
select is(
    (
        select d.cancelled_by
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000003') as d
    ),
    'flow_cascade',
    'the source is stored as it was given'
);

select * from finish();
rollback;
