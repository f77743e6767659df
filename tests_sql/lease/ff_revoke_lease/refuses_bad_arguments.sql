begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
end;
$given$;
select pg_temp.stored() as before
\gset

select
    is(
        pg_temp.refusal(format('select flowfabric.ff_revoke_lease(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ('null', '22004 p_execution_id'),
    ($$'junk'$$, '22P02'),
    ($$pg_temp.id(2)$$, 'ZF201 execution_not_found'),
    ($$pg_temp.id(1), p_worker_instance_id => ''$$, '22023 p_worker_instance_id'),
    ($$pg_temp.id(1), p_worker_instance_id => 'a 1'$$, '22023 p_worker_instance_id'),
    ($$pg_temp.id(1), p_reason => ''$$, '22023 p_reason'),
    ($$pg_temp.id(1), p_reason => repeat('r', 65537)$$, '22023 p_reason'),
    ($$pg_temp.id(1), p_actor => ''$$, '22023 p_actor'),
    ($$pg_temp.id(1), p_actor => repeat('a', 257)$$, '22023 p_actor')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
