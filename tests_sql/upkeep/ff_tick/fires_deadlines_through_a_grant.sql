begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 60 s on an execution with a deadline in 3 s; when a tick runs at the deadline;
-- then
do $given$ begin perform pg_temp.submit_number(1, p_deadline_ms => 3000); end $given$;
select pg_temp.grant_key(1, p_grant_ttl_ms => 60000) as key
\gset
do $when$
begin
    perform pg_temp.advance('3 s');
    perform flowfabric.ff_tick();
end;
$when$;
select is(
    flowfabric.ff_read_execution_state(pg_temp.id(1)), 'expired',
    'the execution has expired'
);
select is_empty('select * from flowfabric.ff_claim_grant', 'no grant is left');
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key'),
    'ZF305 execution_not_leaseable',
    'the worker''s redemption is refused'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
