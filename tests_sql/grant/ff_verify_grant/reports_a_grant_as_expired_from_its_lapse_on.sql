begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant of 5 s; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.grant_key(1) as key
\gset
do $when$ begin perform pg_temp.advance('4999999 us'); end $when$;
select is(
    (flowfabric.ff_verify_grant(:'key', 'a')).outcome, 'valid',
    'a microsecond before its lapse the grant is valid'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    (flowfabric.ff_verify_grant(:'key', 'a')).outcome, 'expired',
    'at its lapse it has expired'
);

select * from finish();
rollback;
