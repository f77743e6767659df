begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/roles.sql

-- given two workers, one of them with a lease; when that one unregisters; then
select pg_temp.lease() as handle
\gset
do $given$ begin
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}');
    perform flowfabric.ff_register_worker('a', 'a-2', '{lane}');
    perform flowfabric.ff_register_worker('a', 'a-1', '{lane}', p_namespace => 'tenant');
end $given$;
select is(
    to_jsonb(flowfabric.ff_unregister_worker('a-1')),
    '{"worker_instance_id": "a-1", "outcome": "unregistered"}',
    'it is removed'
);
select results_eq(
    'select worker_instance_id, namespace from flowfabric.ff_list_workers()',
    $$values ('a-1', 'tenant'), ('a-2', 'default')$$,
    'it is not listed any more; the other one is'
);
select is(
    (flowfabric.ff_unregister_worker('a-1')).outcome, 'not_registered',
    'a second call finds nothing'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_renew(%L)', :'handle')), 'nothing',
    'its lease is kept'
);
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_unregister_worker(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_worker_instance_id'),
    ($$'a 1'$$, '22023 p_worker_instance_id'),
    ($$'a-1', null$$, '22004 p_namespace')
) as b (arguments, refusal);
select pg_temp.login_of('ff_worker') as worker
\gset
select is(
    pg_temp.refusal_as(:'worker', $$select flowfabric.ff_unregister_worker('a-2')$$),
    'ZF801 not_authorised',
    'another owner may not unregister it'
);

select * from finish();
rollback;
