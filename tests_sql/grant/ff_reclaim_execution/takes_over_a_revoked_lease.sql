begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a lease that was revoked; when its grant is redeemed; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('x');
    perform flowfabric.ff_revoke_lease(pg_temp.id(1));
end;
$given$;
select is(pg_temp.verdict('ff_reclaim_execution', 1, pg_temp.reclaim_key(1)), 'claimed', 'claimed');
select results_eq(
    'select kind, epochs, worker_id from pg_temp.events()',
    $$values ('acquired', '{1}', 'x'), ('revoked', '{1}', 'x'), ('reclaimed', '{2}', 'a')$$,
    'no lease has expired'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
