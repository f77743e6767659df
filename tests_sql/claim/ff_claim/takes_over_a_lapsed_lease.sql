begin;
select plan(9);
\ir ../../lib/clock.sql
\ir ../../lib/errors.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given worker "a" fell silent; when its lease of 30 s is over; then
do $given$ begin perform pg_temp.submit_number(1); end $given$;
create temporary table first as
select c.* from flowfabric.ff_claim('lane', 'a', 'a-1') as c;

do $when$ begin perform pg_temp.advance('29999999 us'); end $when$;
select is_empty(
    $$select * from flowfabric.ff_claim('lane', 'b', 'b-1')$$,
    'a microsecond before its expiry the lease keeps other workers away'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
create temporary table second as
select c.* from flowfabric.ff_claim('lane', 'b', 'b-1', p_lease_ttl_ms => 5000) as c;
select results_eq(
    $$
        select execution_id, attempt_index, attempt_type, lease_epoch, lease_expires_at, input
        from second
    $$,
    $$
        values (
            '00000000-0000-7000-8000-000000000001'::uuid, 1, 'reclaim', 2::bigint,
            '2030-01-01 12:00:35+00'::timestamptz, '{}'::jsonb
        )
    $$,
    'from its expiry on another worker takes it over: a new attempt, a new epoch'
);
select
    ok(
        s.lease_id <> f.lease_id and s.attempt_id <> f.attempt_id and s.handle <> f.handle,
        'with another lease and attempt'
    )
from first as f
cross join second as s;
select results_eq(
    'select * from pg_temp.events()',
    $$
        values
        ('acquired', 'none', '{1}', '{1}', 'a'),
        ('expired', 'none', '{1}', '{1}', 'a'),
        ('reclaimed', 'none', '{1}', '{2}', 'b')
    $$,
    'one expiry of the old lease is recorded, and one reclaim'
);
select is(
    (select array_agg(e.lease_id order by e.event_id) from flowfabric.ff_event as e),
    (select array[f.lease_id, f.lease_id, s.lease_id] from first as f cross join second as s),
    'each event names its lease'
);
select results_eq(
    $$
        select
            attempt_index, attempt_id, attempt_type, outcome, worker_id, worker_instance_id,
            lease_epoch, started_at, ended_at
        from flowfabric.ff_list_attempts('00000000-0000-7000-8000-000000000001')
    $$,
    $$
        select
            0, attempt_id, 'initial', 'interrupted_reclaimed', 'a', 'a-1', 1::bigint,
            '2030-01-01 12:00:00+00'::timestamptz, '2030-01-01 12:00:30+00'::timestamptz
        from first
        union all
        select
            1, attempt_id, 'reclaim', null, 'b', 'b-1', 2::bigint,
            '2030-01-01 12:00:30+00'::timestamptz, null
        from second
    $$,
    'the old attempt ended interrupted_reclaimed, the new one runs'
);
select results_eq(
    $$
        select
            public_state, ownership_state, lease_reclaim_count, retry_count, total_attempt_count,
            worker_id, started_at
        from flowfabric.ff_describe_execution('00000000-0000-7000-8000-000000000001')
    $$,
    $$values ('active', 'leased', 1, 0, 2, 'b', '2030-01-01 12:00:00+00'::timestamptz)$$,
    'a crash is counted as a reclaim, not as a retry'
);
select is(
    pg_temp.refusal(format('select flowfabric.ff_complete(%L)', (select f.handle from first as f))),
    'ZF102 stale_lease',
    'a call of the old holder is refused'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
