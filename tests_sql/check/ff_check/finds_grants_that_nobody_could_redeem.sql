begin;
select plan(13);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/grants.sql
\ir ../../lib/broken_database.sql

-- given live grants on (11) a fresh execution, (12) an execution that was handed back, (13) a
-- lapsed lease, and a lapsed grant on (14); when a row is changed by hand; then ff_check says what
-- is wrong
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(11, 14) as n;
    perform flowfabric.ff_delay(pg_temp.claim('x', p_lane_id => 'lane12'), 0);
    perform pg_temp.claim('x', 1, 'lane13');
    perform pg_temp.grant_key(14, p_grant_ttl_ms => 1);
    perform pg_temp.advance('1 ms');
    perform pg_temp.grant_key(11);
    perform pg_temp.grant_key(12);
    perform pg_temp.reclaim_key(13);
end;
$given$;
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
select
    is(
        pg_temp.findings_after(c.statement),
        array[c.invariant],
        c.description
    )
from (
    values
    (
        $$
        update flowfabric.ff_exec_core
        set claimable_at = claimable_at - interval '1 us'
        where pg_temp.number(execution_id) = 11
        $$,
        'a live grant reserves its execution',
        'an execution that comes due before its grant lapses'
    ),
    (
        'update flowfabric.ff_claim_grant set kind = ''resume''
        where pg_temp.number(execution_id) = 11',
        'a live grant fits the state of its execution',
        'a resume grant on a fresh execution'
    ),
    (
        'update flowfabric.ff_claim_grant set kind = ''claim''
        where pg_temp.number(execution_id) = 12',
        'a live grant fits the state of its execution',
        'a claim grant on an interrupted attempt'
    ),
    (
        'update flowfabric.ff_claim_grant set kind = ''reclaim''
        where pg_temp.number(execution_id) = 12',
        'a live grant fits the state of its execution',
        'a reclaim grant where nobody lost a lease'
    ),
    (
        'update flowfabric.ff_claim_grant set lease_epoch = 7
        where pg_temp.number(execution_id) = 11',
        'a grant is not of a later epoch',
        'a grant of an owner that is still to come'
    ),
    (
        $$
        update flowfabric.ff_claim_grant
        set issued_at = issued_at - interval '1 hour'
        where pg_temp.number(execution_id) = 11
        $$,
        'a grant lives a minute at most',
        'a grant of an hour'
    ),
    (
        'delete from flowfabric.ff_exec_core where pg_temp.number(execution_id) = 11',
        'a grant belongs to an execution',
        'a grant on nothing'
    ),
    (
        'delete from flowfabric.ff_exec_core where pg_temp.number(execution_id) = 14',
        'a grant belongs to an execution',
        'also one that has lapsed'
    )
) as c (statement, invariant, description);
select is(
    pg_temp.findings_after(
        $$
            update flowfabric.ff_exec_core
            set lease_expires_at = claimable_at
            where pg_temp.number(execution_id) = 13
        $$
    ),
    array[
        'a lease that was lost is among the lost leases',
        'a live grant fits the state of its execution'
    ],
    'a reclaim grant on a live lease'
);
select is(
    pg_temp.findings_after(
        $$
            update flowfabric.ff_exec_core
            set
                state = 'cancelled_unstarted', claimable_at = null,
                terminal_at = pg_temp.clock()
            where pg_temp.number(execution_id) = 11
        $$
    ),
    array[
        'a live grant fits the state of its execution',
        'a live grant reserves its execution',
        'an end without success is listed as such',
        'every end has exactly one completion event'
    ],
    'a live grant on an execution that has ended'
);
alter table flowfabric.ff_claim_grant drop constraint one_grant_of_a_kind;
select is(
    pg_temp.findings_after(
        $$
        insert into flowfabric.ff_claim_grant
        select * from flowfabric.ff_claim_grant
        where pg_temp.number(execution_id) = 11
        $$
    ),
    '{one grant on an execution is live,one grant on an execution is live}',
    'two live grants'
);
select is(
    pg_temp.findings_after(
        $$
        insert into flowfabric.ff_claim_grant
        select * from flowfabric.ff_claim_grant
        where pg_temp.number(execution_id) = 14
        $$
    ),
    null,
    'a lapsed grant breaks no invariant'
);

select * from finish();
rollback;
