begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql

-- when a namespace is given that cannot exist; then the call fails, instead of returning an empty
-- list
select is(
    pg_temp.refusal($$select * from flowfabric.ff_list_expired_leases(p_namespace => '')$$),
    '22023 p_namespace',
    'an empty namespace'
);

select * from finish();
rollback;
