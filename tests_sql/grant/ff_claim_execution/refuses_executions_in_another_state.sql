begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given executions that are (1) held, (2) lapsed, (3) revoked, (4) delayed, (5) handed back for a
-- time, (6) handed back, (7) completed, (8) past their deadline, (9) waiting without a grant; and a
-- well-formed key; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_delay_ms => case n when 4 then 60000 end,
        p_deadline_ms => case n when 8 then 1000 end
    )
    from generate_series(1, 10) as n;
    perform pg_temp.claim('x', 30000, 'lane1');
    perform pg_temp.claim('x', 1000, 'lane2');
    perform pg_temp.claim('x', 30000, 'lane3');
    perform flowfabric.ff_revoke_lease(pg_temp.id(3));
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane5'), 60000);
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane6'), 0);
    perform flowfabric.ff_complete(pg_temp.claim('x', p_lane_id => 'lane7'));
    perform pg_temp.advance('1 s');
end;
$given$;
select pg_temp.grant_key(10) as key
\gset
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.verdict(
            'ff_claim_execution', s.n, pg_temp.with_part(:'key', 2, pg_temp.id(s.n)::text)
        ),
        s.verdict,
        s.description
    )
from (
    values
    (1, 'ZF306 lease_conflict', 'held'),
    (2, 'ZF306 lease_conflict', 'lapsed'),
    (3, 'ZF306 lease_conflict', 'revoked'),
    (4, 'ZF305 execution_not_leaseable', 'delayed'),
    (5, 'ZF305 execution_not_leaseable', 'handed back for a time'),
    (6, 'ZF308 use_claim_resumed_execution', 'handed back'),
    (7, 'ZF305 execution_not_leaseable', 'completed'),
    (8, 'ZF305 execution_not_leaseable', 'past its deadline'),
    (9, 'ZF301 invalid_claim_grant unknown_grant', 'waiting without a grant'),
    (11, 'ZF201 execution_not_found', 'unknown')
) as s (n, verdict, description);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
