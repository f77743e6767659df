begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given a tick has already recorded the expiry (ff_tick does not exist yet: done by hand);
-- when the lease is taken over; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('a');
    perform pg_temp.advance('31 s');
end;
$given$;
update flowfabric.ff_exec_core
set state = 'lapsed', lease_ended_at = lease_expires_at, lease_ended_by = 'expired';

select results_eq(
    $$
        select attempt_index, attempt_type, lease_epoch
        from flowfabric.ff_claim('lane', 'b', 'b-1')
    $$,
    $$values (1, 'reclaim', 2::bigint)$$,
    'it is taken over as any other'
);
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('reclaimed', 'none', '{1}', '{2}', 'b')
    $$,
    'and the expiry is not recorded again'
);

select * from finish();
rollback;
