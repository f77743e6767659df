begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given work for workers with "gpu" and "zone=eu"; when workers of other kinds claim; then
do $given$
begin
    perform pg_temp.submit_number(1, p_required_capabilities => '{zone=eu,gpu,gpu}');
end;
$given$;

select
    is_empty(
        format($$select * from flowfabric.ff_claim('lane', 'a', 'a-1', %L)$$, w.capabilities),
        format('not with %s', w.capabilities)
    )
from (
    values ('{}'), ('{gpu}'), ('{zone=eu}'), ('{GPU,zone=eu}'), ('{gpu,zone=e}'), ('{gpuzone=eu}')
) as w (capabilities);
select is(
    (select c.execution_id from flowfabric.ff_claim('lane', 'a', 'a-1', '{x,zone=eu,gpu,x}') as c),
    '00000000-0000-7000-8000-000000000001',
    'a worker with all the capabilities, and more, in any order, may take the execution'
);
do $given$ begin perform pg_temp.submit_number(2); end $given$;
select is(
    (select c.execution_id from flowfabric.ff_claim('lane', 'a', 'a-1', '{gpu}') as c),
    '00000000-0000-7000-8000-000000000002',
    'any worker may take an execution that requires nothing'
);
do $when$ begin perform pg_temp.advance('1 minute'); end $when$;
select results_eq(
    $$select split_part(execution_id::text, '-', 5) from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    $$values ('000000000002')$$,
    'a takeover requires the same capabilities'
);

select * from finish();
rollback;
