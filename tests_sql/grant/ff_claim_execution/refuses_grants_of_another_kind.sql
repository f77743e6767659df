begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a resume grant and a reclaim grant; when redeemed as claims; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 2) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane1'), 0);
    perform pg_temp.claim('x', 1000, 'lane2');
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.grant_key(1) as resume_key
\gset
select pg_temp.reclaim_key(2) as reclaim_key
\gset
select pg_temp.stored() as before
\gset
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'resume_key'),
    'ZF308 use_claim_resumed_execution',
    'a resume grant needs ff_claim_resumed_execution'
);
select is(
    pg_temp.verdict('ff_claim_execution', 2, :'reclaim_key'),
    'ZF306 lease_conflict',
    'a reclaim grant needs ff_reclaim_execution'
);
select is(pg_temp.stored(), :'before', 'nothing was consumed');
select is(
    pg_temp.verdict('ff_claim_resumed_execution', 1, :'resume_key'),
    'resume',
    'ff_claim_resumed_execution redeems the resume grant'
);
select is(
    pg_temp.verdict('ff_reclaim_execution', 2, :'reclaim_key'), 'claimed',
    'ff_reclaim_execution redeems the reclaim grant'
);

select * from finish();
rollback;
