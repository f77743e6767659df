begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/described.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 5 s; when the execution gets another priority; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.grant_key(1) as key
\gset
do $given$ begin perform pg_temp.advance('1 s'); end $given$;
select is(
    (flowfabric.ff_change_priority(pg_temp.id(1), 7)).new_priority, 7, 'it has the new priority'
);
select is(
    pg_temp.described(pg_temp.id(1), 'priority', 'public_state', 'claimable_at'),
    '{"priority": 7, "public_state": "waiting", "claimable_at": "2030-01-01T12:00:05+00:00"}',
    'it is reserved until the grant lapses'
);
select is(pg_temp.claim('b'), null, 'so no claim takes it');
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');
-- when the grant has lapsed, and the priority is changed again; then
do $when$
begin
    perform pg_temp.advance('4 s');
    perform flowfabric.ff_change_priority(pg_temp.id(1), 8);
end;
$when$;
select is(
    pg_temp.described(pg_temp.id(1), 'claimable_at'),
    '{"claimable_at": "2030-01-01T12:00:05+00:00"}',
    'it is due now'
);
select is(pg_temp.execution_of(pg_temp.claim('b')), pg_temp.id(1), 'it is claimed');

select * from finish();
rollback;
