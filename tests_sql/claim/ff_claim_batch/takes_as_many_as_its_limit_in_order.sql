begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/claimed_batches.sql

-- given seven executions of several priorities; when they are claimed in batches of three; then
do $given$
begin
    perform pg_temp.submit_number(1, p_priority => 5);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(2);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(3, p_priority => 9000);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(4, p_priority => 5);
    perform pg_temp.submit_number(5, p_priority => 9, p_required_capabilities => '{gpu}');
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(6);
    perform pg_temp.advance('1 s');
    perform pg_temp.submit_number(7);
end;
$given$;

select is(c.numbers, b.numbers, format('batch %s', b.n))
from (
    values (1, array[3, 5, 1]), (2, array[4, 2, 6]), (3, array[7]), (4, null)
) as b (n, numbers)
inner join pg_temp.claim_batches(4, 3) as c on b.n = c.batch;
select is_empty(
    $$select * from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 10000, '{gpu}')$$,
    'there is no eighth execution'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
