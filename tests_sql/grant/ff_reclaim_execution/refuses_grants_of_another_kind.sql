begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a claim grant and a resume grant; when redeemed as takeovers; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane2'), 0);
end;
$given$;
select pg_temp.grant_key(1) as claim_key
\gset
select pg_temp.grant_key(2) as resume_key
\gset
select pg_temp.stored() as before
\gset
select is(
    pg_temp.verdict('ff_reclaim_execution', 1, :'claim_key'),
    'ZF301 invalid_claim_grant wrong_kind',
    'a claim grant needs ff_claim_execution'
);
select is(
    pg_temp.verdict('ff_reclaim_execution', 2, :'resume_key'),
    'ZF301 invalid_claim_grant wrong_kind',
    'a resume grant needs ff_claim_resumed_execution'
);
select is(pg_temp.stored(), :'before', 'nothing was consumed');

select * from finish();
rollback;
