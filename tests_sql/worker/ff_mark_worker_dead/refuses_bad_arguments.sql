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
        pg_temp.refusal(format('select flowfabric.ff_mark_worker_dead(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'gone'$$, '22004 p_worker_instance_id'),
    ($$'a-1', null$$, '22004 p_reason'),
    ($$'a-1', 'gone', null$$, '22004 p_namespace'),
    ($$'a-1', 'gone', p_release_leases => null$$, '22004 p_release_leases'),
    ($$'', 'gone'$$, '22023 p_worker_instance_id'),
    ($$'a-1', ''$$, '22023 p_reason'),
    ($$'a-1', repeat('r', 257)$$, '22023 p_reason'),
    ($$'a-1', E'a\nb'$$, '22023 p_reason'),
    ($$'a-1', 'gone', ''$$, '22023 p_namespace')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
