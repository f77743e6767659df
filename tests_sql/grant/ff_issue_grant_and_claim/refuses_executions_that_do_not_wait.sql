begin;
select plan(11);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql

-- given executions that are (1) held, (2) lapsed, (3) revoked, (4) delayed, (5) handed back for a
-- time, (6) completed, (7) past their deadline, (8) granted to a worker, (9) lapsed, with a reclaim
-- grant; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane',
        10 - n,
        p_delay_ms => case n when 4 then 60000 end,
        p_deadline_ms => case n when 7 then 1000 end
    )
    from unnest(array[1, 2, 9, 3, 5, 6, 4, 7, 8]) as n;
    perform pg_temp.claim('x', 30000);
    perform pg_temp.claim('x', 1000);
    perform pg_temp.claim('x', 30000);
    perform flowfabric.ff_revoke_lease(pg_temp.id(3));
end;
$given$;
do $given$
begin
    perform flowfabric.ff_delay(e.handle, 60000)
    from (
        select c.handle
        from flowfabric.ff_issue_grant_and_claim(pg_temp.id(5), 'lane') as c
    ) as e;
    perform flowfabric.ff_complete(c.handle)
    from flowfabric.ff_issue_grant_and_claim(pg_temp.id(6), 'lane') as c;
    perform flowfabric.ff_issue_grant_and_claim(pg_temp.id(9), 'lane', 1000);
    perform pg_temp.advance('1 s');
    perform pg_temp.grant_key(8);
    perform pg_temp.reclaim_key(9);
end;
$given$;
select pg_temp.stored() as before
\gset
select
    is(
        pg_temp.refusal(
            format('select flowfabric.ff_issue_grant_and_claim(pg_temp.id(%s), ''lane'')', s.n)
        ),
        s.refusal,
        s.description
    )
from (
    values
    (1, 'ZF306 lease_conflict', 'held'),
    (2, 'ZF306 lease_conflict', 'lapsed'),
    (3, 'ZF306 lease_conflict', 'revoked'),
    (4, 'ZF202 execution_not_eligible', 'delayed'),
    (5, 'ZF202 execution_not_eligible', 'handed back for a time'),
    (6, 'ZF202 execution_not_eligible', 'completed'),
    (7, 'ZF202 execution_not_eligible', 'past its deadline'),
    (8, 'ZF303 grant_already_exists', 'granted to a worker'),
    (9, 'ZF306 lease_conflict', 'lapsed, with a reclaim grant'),
    (10, 'ZF201 execution_not_found', 'unknown')
) as s (n, refusal, description);
select is(pg_temp.stored(), :'before', 'nothing was written');

select * from finish();
rollback;
