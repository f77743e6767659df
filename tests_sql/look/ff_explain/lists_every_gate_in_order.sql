-- tests_sql/look/ff_explain/lists_every_gate_in_order.sql
-- noqa: disable=LT14
begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/explained.sql
-- given an execution that waits for a worker; when it is explained; then
select pg_temp.submit() as id \gset
select is(
    (select array_agg(g.gate order by g.ordinal) from flowfabric.ff_explain(:'id') as g),
    array[
        'exists', 'phase', 'lane', 'flow', 'time', 'dependencies', 'operator', 'budget', 'quota',
        'capabilities', 'grant', 'lease', 'suspension', 'deadline', 'attempts', 'route', 'lock',
        'position', 'verdict'
    ],
    'all gates are listed, and the verdict at the end'
);
select is(
    (select count(*) from flowfabric.ff_explain(:'id') as g where not g.passed),
    0::bigint,
    'all of them are open'
);
select is(pg_temp.gate(:'id', 'verdict'), 'open claimable', 'the verdict: it can be claimed');
select is(
    pg_temp.closed_gates('00000000-0000-7000-8000-000000000001'), 'exists',
    'an unknown execution has a row that says so'
);
select is(
    pg_temp.gate('00000000-0000-7000-8000-000000000001', 'verdict'), 'closed exists',
    'and no other row'
);
select * from finish();
rollback;
