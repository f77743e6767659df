begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/limits.sql

create function pg_temp.findings()
returns text
language sql
as $findings$
    select coalesce(string_agg(f.invariant, ', '), 'healthy') from flowfabric.ff_check() as f
$findings$;

-- given two executions of a policy that lets one run at a time
select is(pg_temp.policy(0, 0, 1), 'created', 'given');
do $given$ begin perform pg_temp.submit(1, 2, 1); end $given$;
select is(pg_temp.claim_all(), '1', 'given');
-- when the one that runs is to be cancelled, with a grace shorter than its lease; then
select is(
    (flowfabric.ff_cancel_execution(pg_temp.id(1), 'enough', p_grace_ms => 5000)).outcome,
    'requested', 'given'
);
select is(pg_temp.findings(), 'healthy', 'its slot ends with its lease');
do $when$
begin
    perform pg_temp.advance('1 s');
    perform count(*) from flowfabric.ff_tick();
end;
$when$;
select is(pg_temp.claim_all(), '', 'the other one waits while it runs');
select is(
    (flowfabric.ff_renew(pg_temp.handle(1))).lease_remaining_ms, 4000::bigint,
    'its holder cleans up'
);
do $when$ begin perform pg_temp.advance('4 s'); end $when$;
select is(pg_temp.claim_all(), '2', 'at the end of the grace the other one runs');
select is(pg_temp.findings(), 'healthy', 'all invariants hold');
select * from finish();
rollback;
