begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given a grant for worker a; when worker b redeems it with its key; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
select pg_temp.grant_key(1) as key
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict('ff_claim_execution', 1, :'key', w.worker_id),
        'ZF301 invalid_claim_grant wrong_worker',
        format('it is worth nothing to %s', w.worker_id)
    )
from (values ('b'), ('A'), ('aa'), ('a-1')) as w (worker_id);
select is(pg_temp.stored(), :'before', 'nothing was written');
select is(pg_temp.verdict('ff_claim_execution', 1, :'key'), 'initial', 'worker a redeems it');

select * from finish();
rollback;
