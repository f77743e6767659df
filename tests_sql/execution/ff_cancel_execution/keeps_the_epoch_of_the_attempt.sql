begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease of epoch 1; when an operator cancels, which raises the epoch of the execution; then
-- the attempt is still listed with the lease that it had
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
do $when$ begin perform flowfabric.ff_cancel_execution(pg_temp.id(1), 'not needed'); end $when$;
select results_eq(
    $$
        select attempt_index, lease_id::text, lease_epoch
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    format('select 0, %L::text, 1::bigint', split_part(:'handle', ':', 2)),
    'the attempt shows the lease and the epoch that its worker had'
);

select * from finish();
rollback;
