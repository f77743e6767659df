begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a lease; when its handle is twice in a batch; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.claim('a') as handle
\gset
select results_eq(
    format(
        $$
            select execution_id, outcome, lease_remaining_ms, lease_epoch, error_code
            from flowfabric.ff_renew_batch(array[%1$L, %1$L])
        $$,
        :'handle'
    ),
    $$
        values
        ('00000000-0000-7000-8000-000000000001'::uuid, 'renewed', 30000::bigint, 1::bigint, null),
        ('00000000-0000-7000-8000-000000000001', 'renewed', 30000, 1, null)
    $$,
    'it is renewed, and both are told so'
);
select results_eq(
    $$select executions from pg_temp.events() where kind = 'renewed'$$,
    $$values ('{1}')$$,
    'it is recorded once'
);

select * from finish();
rollback;
