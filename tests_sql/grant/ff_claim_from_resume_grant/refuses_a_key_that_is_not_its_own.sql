begin;
select plan(41);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a resume grant for worker a; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from unnest(array[1, 2, 3]) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane1'), 0);
    perform pg_temp.claim('x', 1000, 'lane3');
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.grant_key(1) as key
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_claim_from_resume_grant', 1, t.grant_key),
        case t.verdict
            when 'wrong_execution' then 'ZF201 execution_not_found'
            else 'ZF301 invalid_claim_grant ' || t.verdict
        end,
        t.description
    )
from pg_temp.tampered_keys(:'key') as t;
select
    is(
        pg_temp.verdict('ff_claim_from_resume_grant', 1, m.grant_key),
        'ZF301 invalid_claim_grant malformed',
        m.description
    )
from pg_temp.malformed_keys(:'key') as m;
select is(
    pg_temp.verdict('ff_claim_from_resume_grant', 1, :'key', 'b'),
    'ZF301 invalid_claim_grant wrong_worker',
    'another worker'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select
    pg_temp.grant_key(2) as claim_key,
    pg_temp.reclaim_key(3) as reclaim_key
\gset
select is(
    pg_temp.verdict('ff_claim_from_resume_grant', 2, :'claim_key'),
    'ZF309 not_a_resumed_execution',
    'a claim grant'
);
select
    is(
        pg_temp.error_of(
            pg_temp.redeeming('ff_claim_from_resume_grant', k.number, k.grant_key)
        ) ->> 'hint',
        k.hint,
        'the hint names the function that redeems it'
    )
from (
    values
    (2, :'claim_key', 'Redeem the grant with ff_claim_execution.'),
    (3, :'reclaim_key', 'A grant of kind reclaim is redeemed with ff_reclaim_execution.')
) as k (number, grant_key, hint);
select is(
    pg_temp.verdict('ff_claim_from_resume_grant', 3, :'reclaim_key'),
    'ZF301 invalid_claim_grant wrong_kind',
    'a reclaim grant'
);
do $when$ begin perform flowfabric.ff_set_lane_state('lane1', 'paused'); end $when$;
select is(
    pg_temp.verdict('ff_claim_from_resume_grant', 1, :'key'),
    'ZF305 execution_not_leaseable',
    'the right key, while the lane is paused'
);
do $when$
begin
    perform flowfabric.ff_set_lane_state('lane1', 'active');
    perform pg_temp.advance('5 s');
end;
$when$;
select is(
    pg_temp.verdict('ff_claim_from_resume_grant', 1, :'key'),
    'ZF302 claim_grant_expired expired',
    'the right key, when the grant has lapsed'
);

select * from finish();
rollback;
