begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

-- given a tick has already recorded two expiries, with and without a state of its own (ff_tick does
-- not exist yet: done by hand); when the leases are taken over; then
do $given$
begin
    perform pg_temp.submit_number(n) from generate_series(1, 2) as n;
    perform flowfabric.ff_claim_batch('lane', 'a', 'a-1', 2);
    perform pg_temp.advance('31 s');
end;
$given$;
update flowfabric.ff_exec_core
set
    state = case partition_key when 1 then 'lapsed' else 'active' end::flowfabric.ff_state,
    lease_ended_at = lease_expires_at,
    lease_ended_by = 'expired';

select results_eq(
    $$
        select c.attempt_index, c.attempt_type, c.lease_epoch
        from generate_series(1, 2) as n
        cross join lateral flowfabric.ff_claim('lane', 'b', 'b-' || n) as c
    $$,
    $$values (1, 'reclaim', 2::bigint), (1, 'reclaim', 2)$$,
    'they are taken over as any other'
);
select is_empty(
    $$select kind from pg_temp.events() where kind not in ('acquired', 'reclaimed')$$,
    'and the expiries are not recorded again'
);

select * from finish();
rollback;
