begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given priorities in another order than that of submission; when they are claimed one by one; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 5);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(2, p_priority => 0);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(3, p_priority => 9000);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(4, p_priority => 10, p_required_capabilities => '{gpu}');
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(5, p_priority => 10);
    perform pg_temp.submit_number(6, p_priority => 9000, p_delay_ms => 1000);
end;
$given$;

select results_eq(
    $$
        select split_part(c.execution_id::text, '-', 5)
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_claim('lane', 'a', 'a-' || n, '{gpu}') as c
    $$,
    $$
        values
        ('000000000003'), ('000000000004'), ('000000000005'), ('000000000001'), ('000000000002')
    $$,
    'priority decides, as a number; delayed work is not claimed yet'
);
do $when$ begin perform pg_temp.advance('1 s'); end $when$;
select is(
    (select c.execution_id from flowfabric.ff_claim('lane', 'a', 'a-7') as c),
    '00000000-0000-7000-8000-000000000006',
    'delayed work is claimed when its delay has ended'
);

select * from finish();
rollback;
