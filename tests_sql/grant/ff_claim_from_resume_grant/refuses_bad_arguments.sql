begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

do $given$
begin
    perform pg_temp.submit_number(1);
    perform flowfabric.ff_delay(pg_temp.claim('x'), 0);
end;
$given$;
select pg_temp.grant_key(1) as key
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(
            format(
                'select flowfabric.ff_claim_from_resume_grant(%s)',
                replace(b.arguments, 'KEY', :'key')
            )
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'a', 'a-1'$$, '22004 p_grant_key'),
    ($$'KEY', null, 'a-1'$$, '22004 p_worker_id'),
    ($$'KEY', 'a', null$$, '22004 p_worker_instance_id'),
    ($$'KEY', 'a', 'a-1', null$$, '22004 p_lease_ttl_ms'),
    ($$'KEY', '', 'a-1'$$, '22023 p_worker_id'),
    ($$'KEY', 'a', 'a 1'$$, '22023 p_worker_instance_id'),
    ($$'KEY', 'a', 'a-1', 0$$, '22023 p_lease_ttl_ms'),
    ($$'KEY', 'a', 'a-1', 86400001$$, '22023 p_lease_ttl_ms')
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
