begin;
select plan(17);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a resume grant for worker a; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from unnest(array[1, 77]) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane' || n), 0)
    from unnest(array[1, 77]) as n;
end;
$given$;
select pg_temp.grant_key(1) as key
\gset
do $given$ begin perform pg_temp.grant_key(77); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_claim_resumed_execution', 1, t.grant_key),
        'ZF301 invalid_claim_grant '
        || case t.description when 'another kind' then 'wrong_kind' else t.verdict end,
        t.description
    )
from pg_temp.tampered_keys(:'key') as t;
select is(
    pg_temp.verdict('ff_claim_resumed_execution', 1, :'key', 'b'),
    'ZF301 invalid_claim_grant wrong_worker',
    'another worker'
);
select is(
    pg_temp.verdict('ff_claim_resumed_execution', 1, 'junk'),
    'ZF301 invalid_claim_grant malformed',
    'junk'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('5 s'); end $when$;
select is(
    pg_temp.verdict('ff_claim_resumed_execution', 1, :'key'),
    'ZF302 claim_grant_expired expired',
    'the right key, when the grant has lapsed'
);

select * from finish();
rollback;
