begin;
select plan(5);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given attempts of 10 s, (1) without a retry, (2) with one, (3) renewed in time, (4) whose lease
-- of 5 s lapses before, (5) by the claim alone; when no worker claims any more; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_policy => case n
            when 2 then '{
                "timeout_policy": {"attempt_timeout_ms": 10000},
                "retry_policy": {"max_retries": 1, "backoff": {"type": "fixed", "delay_ms": 7000}}
            }'
            when 5 then '{}'
            else '{"timeout_policy": {"attempt_timeout_ms": 10000.0}}'
        end::jsonb
    )
    from generate_series(1, 5) as n;
end;
$given$;
create temporary table held as
select
    t.n,
    c.handle
from generate_series(1, 5) as t (n)
cross join lateral flowfabric.ff_claim(
    'lane' || t.n,
    'a',
    'a-1',
    p_lease_ttl_ms => case t.n when 4 then 5000 else 30000 end,
    p_attempt_timeout_ms => case t.n when 5 then 10000 end
) as c;
do $given$
begin
    perform pg_temp.advance('4 s');
    perform flowfabric.ff_renew(h.handle) from held as h where h.n = 3;
    perform pg_temp.advance('5999999 us');
    perform count(*) from flowfabric.ff_tick();
end;
$given$;
select results_eq(
    $$
        select n, d.public_state, d.ownership_state
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'active', 'leased'), (2, 'active', 'leased'), (3, 'active', 'leased'),
        (4, 'active', 'lease_expired_reclaimable'), (5, 'active', 'leased')
    $$,
    'a microsecond earlier nothing is done'
);
do $when$ begin perform pg_temp.advance('1 us'); end $when$;
select is(
    (
        select t.processed from flowfabric.ff_tick() as t
        where t.job = 'lapses'
    ),
    4::bigint,
    'then the timeouts are applied'
);
select results_eq(
    $$
        select n, d.public_state, d.failure_reason, d.claimable_at
        from generate_series(1, 5) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'expired', 'attempt_timeout', null::timestamptz),
        (2, 'delayed', 'attempt_timeout', '2030-01-01 12:00:17+00'),
        (3, 'expired', 'attempt_timeout', null),
        (4, 'active', null, '2030-01-01 12:00:05+00'),
        (5, 'expired', 'attempt_timeout', null)
    $$,
    'timed-out attempts are retried, or have expired; a lost lease waits for a takeover'
);
select results_eq(
    $$
        select kind, outcome, executions
        from pg_temp.events()
        where kind not in ('acquired', 'renewed') and executions in ('{1}', '{2}')
    $$,
    $$
        values
        ('expired', 'none', '{1}'), ('completed', 'expired', '{1}'),
        ('expired', 'none', '{2}'), ('released', 'none', '{2}')
    $$,
    'the events are the same'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
