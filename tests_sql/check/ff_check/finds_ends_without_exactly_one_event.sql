-- tests_sql/check/ff_check/finds_ends_without_exactly_one_event.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/broken_database.sql
-- given the outbox of a healthy database is changed by hand; then
select is(
    pg_temp.findings_after($$delete from flowfabric.ff_event where kind = 'completed'$$),
    '{every end has exactly one completion event}',
    'an ended execution without an event'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_event (
        kind, outcome, occurred_at, execution_id
    )
    select e.kind, e.outcome, e.occurred_at, e.execution_id
    from flowfabric.ff_event as e
    where e.kind = 'completed'$$),
    '{every end has exactly one completion event}',
    'an ended execution with two events'
);
select is(
    pg_temp.findings_after($$insert into flowfabric.ff_event (
        kind, outcome, occurred_at, batch
    )
    values (
        'completed', 'success', now(),
        row(array['00000000-0000-7000-8000-000000000001'::uuid], null, null, null, null, null)
    )$$),
    '{every end has exactly one completion event}',
    'an event of an end, though the execution has not ended'
);
select * from finish();
rollback;
