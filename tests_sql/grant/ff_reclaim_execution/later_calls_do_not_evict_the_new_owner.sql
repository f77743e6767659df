begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a lease of 10 s was taken over after 10 s, for 60 s; when ticks, claims and schedulers run
-- long after the old lease, and after the grant; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.claim('x', 10000);
    perform pg_temp.advance('10 s');
end;
$given$;
select
    pg_temp.redeem(
        'ff_reclaim_execution', 1, pg_temp.reclaim_key(1), 'a', 'p_lease_ttl_ms => 60000'
    ) ->> 'handle' as handle
\gset
select pg_temp.stored() as before
\gset
do $when$
begin
    for v_second in 1..59 loop
        perform pg_temp.advance('1 s');
        perform flowfabric.ff_tick();
        perform flowfabric.ff_claim('lane', 'b', 'b-1');
        perform flowfabric.ff_claim_for_worker('lane', 'b', 'b-1');
        perform flowfabric.ff_issue_reclaim_grant(pg_temp.id(1), 'b', 'b-1');
    end loop;
end;
$when$;
select is(pg_temp.stored(), :'before', 'nothing has changed');
select is(
    (flowfabric.ff_complete(:'handle')).public_state, 'completed',
    'the new owner completes the execution'
);

select * from finish();
rollback;
