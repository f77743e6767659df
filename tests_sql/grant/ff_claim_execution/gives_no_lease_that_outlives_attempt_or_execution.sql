begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given limits; when redeemed for a day; then the nearest limit counts
do $given$
begin
    perform pg_temp.submit_number(1, p_deadline_ms => 3000);
    perform pg_temp.submit_number(
        2, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 2000}}'
    );
    perform pg_temp.submit_number(3);
end;
$given$;
select
    is(
        (
            pg_temp.redeem(
                'ff_claim_execution', c.n, pg_temp.grant_key(c.n), 'a',
                'p_lease_ttl_ms => 86400000, p_attempt_timeout_ms => 2500'
            ) ->> 'lease_remaining_ms'
        )::integer,
        c.remaining_ms,
        c.description
    )
from (
    values
    (1, 2500, 'the timeout of the call'),
    (2, 2000, 'the timeout of the policy'),
    (3, 2500, 'the timeout of the call, where there is no other limit')
) as c (n, remaining_ms, description);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
