begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/claimed_batches.sql

-- given one priority and two sets of capabilities, submitted in turns; when claimed in batches;
-- then
do $given$
begin
    for v_number in 1..6 loop
        perform pg_temp.submit_number(
            v_number,
            p_required_capabilities => case when v_number % 2 = 0 then '{gpu}' else '{}' end::text[]
        );
        perform pg_temp.advance('1 s');
    end loop;
end;
$given$;

select
    is(
        c.numbers,
        b.numbers,
        format('batch %s: first in, first out, whatever capabilities are asked for', b.n)
    )
from (
    values (1, array[1, 2]), (2, array[3, 4]), (3, array[5, 6])
) as b (n, numbers)
inner join pg_temp.claim_batches(3, 2) as c on b.n = c.batch;

select * from finish();
rollback;
