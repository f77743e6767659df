begin;
select plan(15);
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
                'select flowfabric.ff_claim_resumed_execution(%s)',
                replace(b.arguments, 'KEY', :'key')
            )
        ),
        b.refusal,
        b.arguments
    )
from (
    values
    ($$null, 'KEY', 'a', 'a-1'$$, '22004 p_execution_id'),
    ($$pg_temp.id(1), null, 'a', 'a-1'$$, '22004 p_grant_key'),
    ($$pg_temp.id(1), 'KEY', null, 'a-1'$$, '22004 p_worker_id'),
    ($$pg_temp.id(1), 'KEY', 'a', null$$, '22004 p_worker_instance_id'),
    ($$pg_temp.id(1), 'KEY', 'a', 'a-1', null$$, '22004 p_lease_ttl_ms'),
    ($$'junk', 'KEY', 'a', 'a-1'$$, '22P02'),
    ($$pg_temp.id(1), 'KEY', 'a b', 'a-1'$$, '22023 p_worker_id'),
    ($$pg_temp.id(1), 'KEY', 'a', ''$$, '22023 p_worker_instance_id'),
    ($$pg_temp.id(1), 'KEY', 'a', 'a-1', 0$$, '22023 p_lease_ttl_ms'),
    ($$pg_temp.id(1), 'KEY', 'a', 'a-1', p_attempt_policy => '1'$$, '22023 p_attempt_policy'),
    ($$pg_temp.id(1), 'KEY', 'a', 'a-1', p_attempt_timeout_ms => 0$$, '22023 p_attempt_timeout_ms'),
    ($$pg_temp.id(1), 'KEY', 'a', 'a-1', p_deadline_at => '-infinity'$$, '22023 p_deadline_at'),
    (
        $$pg_temp.id(1), 'KEY', 'a', 'a-1', p_remaining_attempt_timeout_ms => 0$$,
        '22023 p_remaining_attempt_timeout_ms'
    ),
    (
        $$pg_temp.id(1), 'KEY', 'a', 'a-1', p_remaining_attempt_timeout_ms => 315360000001$$,
        '22023 p_remaining_attempt_timeout_ms'
    )
) as b (arguments, refusal);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
