begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant; when the execution gets another priority; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.grant_key(1) as key
\gset
do $when$ begin perform flowfabric.ff_change_priority(pg_temp.id(1), 9000); end $when$;
select is(pg_temp.claim('b'), null, 'it is still reserved');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
select is(pg_temp.verdict('ff_claim_execution', 1, :'key'), 'initial', 'the grant can be redeemed');

select * from finish();
rollback;
