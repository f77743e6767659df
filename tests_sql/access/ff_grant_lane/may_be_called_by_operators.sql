begin;
select plan(3);
\ir ../../lib/permissions.sql

select
    is(
        pg_temp.who_may($$select flowfabric.ff_grant_lane('lane', 'public', '{read}')$$),
        'ff_operator',
        'granting'
    );
select
    is(
        pg_temp.who_may($$select flowfabric.ff_revoke_lane('lane', 'public')$$),
        'ff_operator',
        'revoking'
    );
select
    is(
        pg_temp.who_may('select flowfabric.ff_list_lane_grants()'),
        'ff_operator, ff_reader',
        'listing'
    );

select * from finish();
rollback;
