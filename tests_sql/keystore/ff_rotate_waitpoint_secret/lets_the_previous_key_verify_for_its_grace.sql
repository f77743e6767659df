begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 5 s, and a rotation with a grace of 2 s; then
do $given$
begin
    perform pg_temp.submit_number(1);
    perform pg_temp.submit_number(2);
end;
$given$;
select pg_temp.grant_key(1) as key_1
\gset
select pg_temp.grant_key(2) as key_2
\gset
select is(
    (flowfabric.ff_rotate_waitpoint_secret('second', repeat('02', 32), 2000)).previous_expires_at,
    '2030-01-01 12:00:02+00'::timestamptz,
    'given the grace ends with second 2'
);
do $when$ begin perform pg_temp.advance('1999999 us'); end $when$;
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key_1'),
    'initial',
    'a microsecond before the end of the grace the grant is redeemed'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.verdict('ff_claim_execution', 2, :'key_2'),
    'ZF301 invalid_claim_grant unknown_kid',
    'at its end the key is unknown'
);
select is(
    (flowfabric.ff_verify_grant(:'key_2', 'a')).outcome, 'unknown_kid',
    'ff_verify_grant says so, too'
);
do $when$ begin perform pg_temp.advance('3 s'); end $when$;
select is(
    (select c.execution_id from flowfabric.ff_claim('lane', 'b', 'b-1') as c),
    pg_temp.id(2),
    'the grant lapses, and the execution is claimed'
);

-- given a rotation without grace; then
do $given$ begin perform pg_temp.submit_number(3); end $given$;
select pg_temp.grant_key(3) as key_3
\gset
do $when$
begin
    perform flowfabric.ff_rotate_waitpoint_secret('third', repeat('03', 32), 0);
end;
$when$;
select is(
    pg_temp.verdict('ff_claim_execution', 3, :'key_3'),
    'ZF301 invalid_claim_grant unknown_kid',
    'a grant that the former key signed is refused at once'
);

select * from finish();
rollback;
