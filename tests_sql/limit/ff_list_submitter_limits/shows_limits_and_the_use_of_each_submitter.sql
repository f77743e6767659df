-- noqa: disable=LT02,LT05,LT09,AL03
-- tests_sql/limit/ff_list_submitter_limits/shows_limits_and_the_use_of_each_submitter.sql
begin;
select plan(7);
\ir ../../lib/errors.sql
\ir ../../lib/roles.sql
-- given a limit for each submitter, and one role with its own, in two lanes
select pg_temp.login_of('ff_producer') as own
\gset
select current_user as each
\gset
select
    flowfabric.ff_set_submitter_limit('a', p_max_unfinished => 10),
    flowfabric.ff_set_submitter_limit('a', :'own', p_max_submissions => 7, p_period_ms => 5000),
    flowfabric.ff_set_submitter_limit('b', :'own')
\g /dev/null
select is_empty(
    $$select 1 from flowfabric.ff_list_submitter_limits() as l where l.unfinished_count > 0$$,
    'given nothing is used yet'
);
select count(flowfabric.ff_create_execution('a')) as created
from generate_series(1, 2)
\gset
select set_config('role', :'own', true)
\g /dev/null
select flowfabric.ff_create_execution('a') is null as created
\gset
reset role;
-- then
select results_eq(
    $$select l.lane_id, l.submitter, l.is_own_limit, l.max_unfinished, l.max_submissions,
        l.period_ms, l.unfinished_count, l.submission_count
    from flowfabric.ff_list_submitter_limits() as l$$,
    format(
        $$values
        ('a', null, true, 10::bigint, null::bigint, 60000::bigint, null::bigint, null::bigint),
        ('a', %1$L, false, 10, null, 60000, 3, 3),
        ('a', %2$L, true, null, 7, 5000, 1, 1),
        ('b', %2$L, true, null, null, 60000, 0, 0)$$,
        :'each', :'own'
    ),
    'the limits and their use'
);
select results_eq(
    $$select l.submitter from flowfabric.ff_list_submitter_limits('b') as l$$,
    array[:'own'], 'those of one lane'
);
select results_eq(
    $$select n.submitter
    from flowfabric.ff_list_submitter_limits(p_limit => 2) with ordinality as l
    cross join lateral flowfabric.ff_list_submitter_limits(p_after => l.page_key, p_limit => 1) as n
    where l.ordinality = 2$$,
    array[:'own'], 'they are read page by page'
);
-- when the limit for each is removed; then
select flowfabric.ff_remove_submitter_limit('a') is null as removed
\gset
select results_eq(
    $$select l.submitter from flowfabric.ff_list_submitter_limits('a') as l$$,
    array[:'own'], 'a submitter without a limit is not shown'
);
-- when a role without the right reads them; then
select flowfabric.ff_grant_lane('a', 'pg_monitor', '{operate}') is null as granted
\gset
select pg_temp.login_of('ff_operator') as operator
\gset
select is(
    pg_temp.refusal_as(:'operator', $$select flowfabric.ff_list_submitter_limits('a')$$),
    'ZF801 not_authorised', 'a closed lane is refused'
);
select set_config('role', :'operator', true)
\g /dev/null
select results_eq(
    $$select l.lane_id from flowfabric.ff_list_submitter_limits() as l$$,
    '{b}'::text[], 'a closed lane is not listed'
);
reset role;
select * from finish();
rollback;
