begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql
\ir ../../lib/permissions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.grant_key(1) as key
\gset
select is(
    pg_temp.who_may(pg_temp.redeeming('ff_claim_execution', 1, :'key')),
    'ff_worker',
    'workers redeem, and nobody else'
);

select * from finish();
rollback;
