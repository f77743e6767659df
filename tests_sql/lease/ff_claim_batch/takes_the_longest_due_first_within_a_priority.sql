begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

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

create temporary table claimed as
select
    b.n as batch,
    c.*
from generate_series(1, 3) as b (n)
cross join
    lateral flowfabric.ff_claim_batch('lane', 'a', 'a-' || b.n, 2, '{gpu}') with ordinality as c;

select
    is(
        (
            select array_agg(split_part(c.execution_id, '-', 5)::integer order by c.ordinality)
            from claimed as c
            where c.batch = b.n
        ),
        b.numbers,
        format('batch %s: first in, first out, whatever capabilities are asked for', b.n)
    )
from (
    values (1, array[1, 2]), (2, array[3, 4]), (3, array[5, 6])
) as b (n, numbers);

select * from finish();
rollback;
