begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given grants; when the execution moves by hand (1) into another lane, (2) to another epoch; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
end;
$given$;
select pg_temp.grant_key(1) as key_1
\gset
select pg_temp.grant_key(2) as key_2
\gset
do $when$
begin
    update flowfabric.ff_exec_core
    set route_id = (select r.route_id from flowfabric.ff_route as r where r.lane_id = 'lane2')
    where pg_temp.number(execution_id) = 1;
    update flowfabric.ff_exec_core set lease_epoch = 1 where pg_temp.number(execution_id) = 2;
end;
$when$;
select is(
    (flowfabric.ff_verify_grant(:'key_1', 'a')).outcome, 'signature_mismatch',
    'another lane does not match the signature'
);
select is(
    (flowfabric.ff_verify_grant(:'key_2', 'a')).outcome, 'unknown_grant',
    'another epoch voids the grant'
);

select * from finish();
rollback;
