begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given one priority, several sets of capabilities, a delay and a lapsed lease; when claimed; then
do $given$
begin
    perform pg_temp.submit_number(1, p_delay_ms => 3500);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(2, p_required_capabilities => '{gpu}');
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(3);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(4, p_required_capabilities => '{gpu}');
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(5);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(6, p_required_capabilities => '{cuda,gpu}');
end;
$given$;

select results_eq(
    $$
        select split_part(c.execution_id::text, '-', 5)
        from generate_series(1, 7) as n
        cross join lateral flowfabric.ff_claim('lane', 'a', 'a-' || n, '{gpu,cuda}') as c
    $$,
    $$
        values
        ('000000000002'), ('000000000003'), ('000000000004'),
        ('000000000001'), ('000000000005'), ('000000000006')
    $$,
    'first in, first out, whatever capabilities are asked for'
);

select * from finish();
rollback;
