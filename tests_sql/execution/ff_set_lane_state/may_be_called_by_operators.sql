begin;
select plan(1);
\ir ../../lib/clock.sql
\ir ../../lib/permissions.sql

select is(
    pg_temp.who_may($$select flowfabric.ff_set_lane_state('lane', 'paused')$$),
    'ff_operator',
    'operators open and close lanes, and nobody else'
);

select * from finish();
rollback;
