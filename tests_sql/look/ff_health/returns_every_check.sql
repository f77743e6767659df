-- tests_sql/look/ff_health/returns_every_check.sql
begin;
select plan(3);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/health.sql
-- given an installation in which a tick has run; then
do $given$ begin perform count(*) from flowfabric.ff_tick(); end $given$;
select set_eq(
    'select h.check_name from flowfabric.ff_health() as h',
    array[
        'cleanup_horizon', 'dead_rows', 'transaction_ids', 'claim_speed', 'clock', 'due_work',
        'lost_leases',
        'workers',
        'tick',
        'jobs',
        'event_watermark',
        'flow_backlog',
        'event_consumers',
        'event_tables', 'limits', 'retention', 'installation'
    ],
    'each check has a row'
);
select is_empty(
    $$select h.* from flowfabric.ff_health() as h
    where h.verdict not in ('ok', 'warning', 'critical') or h.detail is null
    or (h.verdict = 'ok') <> (h.hint is null)$$,
    'each row has a verdict, its figures, and a hint where one is needed'
);
select is_empty(
    $$select h.* from flowfabric.ff_health() as h
    where h.verdict <> 'ok' and h.check_name <> 'cleanup_horizon'$$,
    'a new installation is healthy'
);
select * from finish();
rollback;
