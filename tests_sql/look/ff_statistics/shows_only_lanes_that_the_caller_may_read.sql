-- tests_sql/look/ff_statistics/shows_only_lanes_that_the_caller_may_read.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/proven_events.sql
-- given work in an open lane and in one that only operators may read; then
do $given$ begin
    perform flowfabric.ff_complete(pg_temp.lease());
    perform flowfabric.ff_create_execution('secret', '{}');
    perform pg_temp.prove_events();
    perform flowfabric.ff_grant_lane('secret', 'ff_operator', '{operate}');
end $given$;
set local role ff_reader;
select results_eq(
    'select lane_id, submitted from flowfabric.ff_statistics()',
    $$values ('lane', 1::bigint)$$,
    'a reader sees the open lane'
);
select throws_ok(
    $$select flowfabric.ff_statistics('secret')$$,
    'ZF801', null,
    'a lane that the reader may not read is refused'
);
reset role;
set local role ff_operator;
select results_eq(
    'select lane_id, submitted from flowfabric.ff_statistics() as s order by s.lane_id',
    $$values ('lane', 1::bigint), ('secret', 1)$$,
    'an operator of the lane sees both'
);
reset role;
select * from finish();
rollback;
