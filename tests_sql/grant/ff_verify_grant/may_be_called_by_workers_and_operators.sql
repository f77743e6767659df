begin;
select plan(1);
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_verify_grant('key', 'a')$$),
    'ff_worker, ff_operator',
    'who has to do with grants may ask'
);

select * from finish();
rollback;
