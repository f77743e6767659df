begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/claimed_batches.sql

-- given two routes of one priority and one of a lower priority, the first with more executions than
-- a batch takes; when claimed in batches; then
do $given$
begin
    for v_number in 1..3 loop
        perform pg_temp.submit_number(v_number, p_priority => 1);
        perform pg_temp.advance('1 s');
    end loop;
    perform pg_temp.submit_number(4, p_priority => 1, p_required_capabilities => '{gpu}');
    perform pg_temp.submit_number(5);
end;
$given$;

select is(c.numbers, b.numbers, format('batch %s: %s', b.n, b.why))
from (
    values
    (1, array[1, 2], 'the route with the oldest alone has enough'),
    (2, array[3, 4], 'it has not, and the other of its priority begins'),
    (3, array[5], 'then the next priority'),
    (4, null, 'then nothing')
) as b (n, numbers, why)
inner join pg_temp.claim_batches(4, 2) as c on b.n = c.batch;
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
