begin;
select plan(36);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a reclaim grant for worker a; when its key is changed in one part; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from unnest(array[1, 77]) as n;
    perform pg_temp.claim('x', 1000, 'lane' || n) from unnest(array[1, 77]) as n;
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.reclaim_key(1) as key
\gset
do $given$ begin perform pg_temp.reclaim_key(77); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_reclaim_execution', 1, t.grant_key),
        case t.verdict
            when 'unknown_grant' then 'grant_not_found'
            else 'ZF301 invalid_claim_grant ' || t.verdict
        end,
        t.description
    )
from pg_temp.tampered_keys(:'key') as t;
select
    is(
        pg_temp.verdict('ff_reclaim_execution', 1, m.grant_key),
        'ZF301 invalid_claim_grant malformed',
        m.description
    )
from pg_temp.malformed_keys(:'key') as m;
select is(
    pg_temp.verdict('ff_reclaim_execution', 1, :'key', 'b'),
    'ZF301 invalid_claim_grant wrong_worker',
    'another worker'
);
select is(pg_temp.stored(), :'before', 'nothing was written');
select
    is(
        pg_temp.verdict('ff_reclaim_execution', 1, :'key'),
        'claimed',
        'the right key redeems the grant'
    );

select * from finish();
rollback;
