-- tests_sql/check/ff_check/finds_leases_and_attempts_that_are_half_there.sql
begin;
select plan(8);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given one row of a healthy database is changed by hand; then ff_check says what is wrong with it
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set claimable_at = lease_expires_at + interval '1 second'
    where pg_temp.number(execution_id) = 3$$),
    '{a held lease comes due when it lapses}',
    'a lease whose lapse no claim would find'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set state = 'operator_first', claimable_at = pg_temp.clock(), deadline_at = pg_temp.clock() + '1 s'
    where pg_temp.number(execution_id) = 1$$),
    '{a blocked execution is due at its deadline at the earliest}',
    'a blocked row that a claim would take'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core
    set state = 'operator_first', claimable_at = deadline_at
    where pg_temp.number(execution_id) = 1$$),
    null,
    'a blocked row without a deadline has no time'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set worker_id = null
    where pg_temp.number(execution_id) = 4$$),
    '{an attempt is complete}',
    'an attempt without a worker'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set attempt_type = null
    where pg_temp.number(execution_id) = 4$$),
    '{an attempt is complete}',
    'an attempt without a type'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set input = '1', payload = 'x'
    where pg_temp.number(execution_id) = 1$$),
    '{contents are given as JSON or as bytes}',
    'an input both as JSON and as bytes'
);
select is(
    pg_temp.findings_after($$update flowfabric.ff_exec_core set output = '1', result = 'x'
    where pg_temp.number(execution_id) = 4$$),
    '{contents are given as JSON or as bytes}',
    'a result both as JSON and as bytes'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_event (
        kind, occurred_at, execution_id, lease_id, lease_epoch
    )
    select 'reclaimed', e.occurred_at, e.execution_id, e.lease_id, e.lease_epoch
    from flowfabric.ff_event as e
    where e.kind = 'acquired' and pg_temp.number(e.execution_id) = 4$$),
    '{an epoch is given out once}',
    'an epoch that was given out twice'
);
select * from finish();
rollback;
