begin;
select plan(10);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given executions that are (1) delayed for another microsecond, (2) held, (3) lapsed, (4)
-- revoked, (5) waiting for their retry, (6) completed, (7) cancelled, (8) past their deadline
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 1 then 10000 end,
        p_deadline_ms => case n when 8 then 1000 end,
        p_policy => '{"retry_policy": {"backoff": {"type": "fixed", "delay_ms": 10000}}}'
    )
    from generate_series(1, 8) as n;
    perform pg_temp.claim('x', 30000, 'lane2');
    perform pg_temp.claim('x', 1000, 'lane3');
    perform pg_temp.claim('x', 30000, 'lane4');
    perform flowfabric.ff_revoke_lease(pg_temp.id(4));
    perform flowfabric.ff_fail(pg_temp.claim('x', p_lane_id => 'lane5'), 'broken');
    perform flowfabric.ff_complete(pg_temp.claim('x', p_lane_id => 'lane6'));
    perform flowfabric.ff_cancel_execution(pg_temp.id(7), 'not needed');
    perform pg_temp.advance('9999999 us');
end;
$given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.error_of(
            format('select flowfabric.ff_issue_claim_grant(pg_temp.id(%s), ''a'', ''a-1'')', s.n)
        ) #>> '{detail,symbol}'
        || ' '
        || (
            pg_temp.error_of(
                format(
                    'select flowfabric.ff_issue_claim_grant(pg_temp.id(%s), ''a'', ''a-1'')', s.n
                )
            ) #>> '{detail,public_state}'
        ),
        'execution_not_eligible ' || s.public_state,
        s.description
    )
from (
    values
    (1, 'delayed', 'delayed'),
    (2, 'active', 'held'),
    (3, 'active', 'lapsed'),
    (4, 'active', 'revoked'),
    (5, 'delayed', 'waiting for its retry'),
    (6, 'completed', 'completed'),
    (7, 'cancelled', 'cancelled'),
    (8, 'waiting', 'past its deadline')
) as s (n, public_state, description);
select is(pg_temp.stored(), :'before', 'nothing was written');
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    pg_temp.refusal($$select flowfabric.ff_issue_claim_grant(pg_temp.id(1), 'a', 'a-1')$$),
    'nothing',
    'at the very moment at which its delay ends, an execution is granted'
);

select * from finish();
rollback;
