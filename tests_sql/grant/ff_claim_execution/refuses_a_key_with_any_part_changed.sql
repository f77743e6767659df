begin;
select plan(35);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant for worker a; when its key is changed in one part; then
do $given$ begin perform pg_temp.submit_number(n) from unnest(array[1, 77]) as n; end $given$;
select pg_temp.grant_key(1) as key
\gset
do $given$ begin perform pg_temp.grant_key(77); end $given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_claim_execution', 1, t.grant_key),
        'ZF301 invalid_claim_grant ' || t.verdict,
        t.description
    )
from pg_temp.tampered_keys(:'key') as t;
select
    is(
        pg_temp.verdict('ff_claim_execution', 1, m.grant_key),
        'ZF301 invalid_claim_grant malformed',
        m.description
    )
from pg_temp.malformed_keys(:'key') as m;
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(
    pg_temp.verdict('ff_claim_execution', 1, :'key'),
    'initial',
    'the key itself redeems the grant'
);

select * from finish();
rollback;
