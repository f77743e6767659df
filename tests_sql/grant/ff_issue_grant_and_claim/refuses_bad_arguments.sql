begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql

do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(format('select flowfabric.ff_issue_grant_and_claim(%s)', b.arguments)),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'lane'$$, '22004 p_execution_id'),
    ($$pg_temp.id(1), null$$, '22004 p_lane_id'),
    ($$pg_temp.id(1), 'lane', null$$, '22004 p_lease_ttl_ms'),
    ($$'junk', 'lane'$$, '22P02'),
    ($$pg_temp.id(1), ''$$, '22023 p_lane_id'),
    ($$pg_temp.id(1), 'other'$$, '22023 p_lane_id'),
    ($$pg_temp.id(1), 'lane', 0$$, '22023 p_lease_ttl_ms'),
    ($$pg_temp.id(1), 'lane', 86400001$$, '22023 p_lease_ttl_ms'),
    ($$pg_temp.id(1), 'lane', p_reason => ''$$, '22023 p_reason'),
    ($$pg_temp.id(1), 'lane', p_actor => ''$$, '22023 p_actor')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
