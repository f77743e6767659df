begin;
select plan(1);
\ir ../../lib/numbered_executions.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may('select * from flowfabric.ff_read_claim_grant_identity(pg_temp.id(1))'),
    'ff_worker, ff_operator, ff_reader',
    'it tells nothing that could be redeemed'
);

select * from finish();
rollback;
