begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given attempts of which 20 s are left; then
do $given$
begin
    perform pg_temp.submit_number(
        n, 'lane' || n, p_policy => '{"timeout_policy": {"attempt_timeout_ms": 20000}}'
    )
    from generate_series(1, 5) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane' || n), 0)
    from generate_series(1, 5) as n;
end;
$given$;
select
    is(
        (
            pg_temp.redeem(
                'ff_claim_resumed_execution', c.n, pg_temp.grant_key(c.n), 'a',
                'p_lease_ttl_ms => 60000' || c.more
            ) ->> 'lease_remaining_ms'
        )::integer,
        c.remaining_ms,
        c.description
    )
from (
    values
    (1, '', 20000, 'the call asks for nothing: all 20 s'),
    (
        2, ', p_remaining_attempt_timeout_ms => 3000', 3000,
        'the call asks for less: as much as it asks for'
    ),
    (3, ', p_remaining_attempt_timeout_ms => 30000', 20000, 'the call asks for more: 20 s'),
    (4, ', p_attempt_timeout_ms => 4000', 4000, 'the other name of the argument'),
    (
        5, ', p_attempt_timeout_ms => 5000, p_remaining_attempt_timeout_ms => 4500', 4500,
        'both arguments: the shorter time'
    )
) as c (n, more, remaining_ms, description);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
