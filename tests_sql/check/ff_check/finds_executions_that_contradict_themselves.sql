-- tests_sql/check/ff_check/finds_executions_that_contradict_themselves.sql
begin;
select plan(26);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given one row of a healthy database is changed by hand; then ff_check says what is wrong with it
select is_empty('select * from flowfabric.ff_check()', 'given nothing is broken');
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set route_id = -1
    where pg_temp.number(execution_id) = 1$$),
    '{an execution has a route}',
    'a route that is not there'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = null
    where pg_temp.number(execution_id) = 2$$),
    '{a timed state has its moment}',
    'a delay without an end'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = null
    where pg_temp.number(execution_id) = 1$$),
    '{an execution that waits for a worker can be claimed}',
    'a waiting row that no claim looks at'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = null
    where pg_temp.number(execution_id) = 3$$),
    '{a timed state has its moment}',
    'a lease that never lapses'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set
        state = 'revoked', claimable_at = null, lease_ended_by = 'revoked',
        lease_ended_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 3$$),
    '{"a lease that was lost is among the lost leases","a revoked lease can be taken over"}',
    'a revoked lease that nobody can take over'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set claimable_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 4$$),
    '{a finished execution is not claimable}',
    'a finished row that a claim would take'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set terminal_at = null
    where pg_temp.number(execution_id) = 4$$),
    '{a finished execution has its end time,every end has exactly one completion event}',
    'an end without its instant'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set terminal_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 1$$),
    '{a finished execution has its end time,every end has exactly one completion event}',
    'the instant of an end, though the execution has not ended'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set worker_id = null
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease is complete}',
    'a lease without a worker'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set worker_instance_id = null
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease is complete}',
    'a lease without a worker instance'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set lease_id = null
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease is complete}',
    'a lease without an id'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set attempt_id = null
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease is complete}',
    'a lease without an attempt'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set lease_acquired_at = null
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease is complete}',
    'a lease without a beginning'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set lease_expires_at = null
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease is complete}',
    'a lease without an expiry'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set lease_ended_by = 'completed', lease_ended_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease has not ended}',
    'a held lease that has ended'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set lease_ended_by = 'expired', lease_ended_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 3$$),
    '{a lease that was lost is among the lost leases}',
    'a lapse that no list would show'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set lease_ended_by = null, lease_ended_at = null
    where pg_temp.number(execution_id) = 4$$),
    '{a lease that is not held has ended}',
    'an execution without a holder, and without the end of its lease'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set lease_ended_at = null
    where pg_temp.number(execution_id) = 4$$),
    '{an ended lease has its end time}',
    'an end of a lease without its instant'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set deadline_at = lease_expires_at - interval '1 microsecond'
    where pg_temp.number(execution_id) = 3$$),
    '{a lease does not outlive its attempt or execution}',
    'a lease beyond the deadline'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set attempt_deadline_at = lease_expires_at - interval '1 microsecond'
    where pg_temp.number(execution_id) = 3$$),
    '{a lease does not outlive its attempt or execution}',
    'a lease beyond the timeout of its attempt'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set lease_epoch = 1
    where pg_temp.number(execution_id) = 1$$),
    '{attempts and leases begin together}',
    'an epoch without an attempt'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set lease_epoch = 1
    where pg_temp.number(execution_id) = 5$$),
    '{every attempt had an epoch}',
    'an epoch that is lower than that of an attempt'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set state = 'waiting_first', lease_ended_by = 'delayed', lease_ended_at = pg_temp.clock()
    where pg_temp.number(execution_id) = 3$$),
    '{an execution that never started has no attempt}',
    'a first attempt that is pending though it has begun'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set retry_count = 0
    where pg_temp.number(execution_id) = 5$$),
    '{attempts are counted once}',
    'an attempt that is missing in the count'
);
select is_empty('select * from flowfabric.ff_check()', 'what the test broke was taken back');
select * from finish();
rollback;
