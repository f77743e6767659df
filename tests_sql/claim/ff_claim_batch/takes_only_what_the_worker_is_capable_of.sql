begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given work for any worker and, with higher priority, for workers with gpu or tpu; when claimed;
-- then
select
    pg_temp.submit_number(
        n,
        p_priority => n,
        p_required_capabilities => case when n > 3 then '{gpu}' else '{}' end::text[]
    )
from generate_series(1, 5) as n;
do $given$
begin
    perform pg_temp.submit_number(6, p_priority => 9, p_required_capabilities => '{gpu,tpu}');
end;
$given$;

create function pg_temp.claimed(p_capabilities text[])
returns integer[]
language sql
as $claimed$
    select array_agg(split_part(c.execution_id::text, '-', 5)::integer order by c.ordinality)
    from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2, p_capabilities) with ordinality as c
$claimed$;

select is(pg_temp.claimed('{GPU}'), array[3, 2], 'work that the worker cannot run hides nothing');
select is(pg_temp.claimed('{gpu}'), array[5, 4], 'with gpu the worker gets the work for gpu first');
select is(pg_temp.claimed('{x,tpu,gpu}'), array[6, 1], 'with both capabilities it gets everything');

select * from finish();
rollback;
