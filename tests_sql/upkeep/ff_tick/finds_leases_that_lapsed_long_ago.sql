begin;
select plan(2);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/no_retries.sql

-- given an attempt and a lease that ended, (1, 2) long before the first tick, (3, 4) soon after it;
-- when the next tick is ten minutes later, as from cron; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_policy => case
            when n % 2 = 1 then '{"timeout_policy": {"attempt_timeout_ms": 10000}}'
        end::jsonb
    )
    from generate_series(1, 4) as n;
    perform pg_temp.claim('a', 10000, 'lane' || n) from generate_series(1, 2) as n;
    perform pg_temp.advance('10 minutes');
    perform count(*) from flowfabric.ff_tick();
end;
$given$;
create function pg_temp.seen()
returns table (n integer, public_state text, has_event boolean)
language sql
as $seen$
    select
        n,
        d.public_state,
        exists (
            select 1
            from flowfabric.ff_event as e
            where e.kind = 'expired' and pg_temp.number(e.execution_id) = n
        )
    from generate_series(1, 4) as n
    cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
$seen$;
select results_eq(
    'select * from pg_temp.seen() where n <= 2',
    $$values (1, 'expired', true), (2, 'active', true)$$,
    'the first tick finds those that ended before it'
);
do $when$
begin
    perform pg_temp.claim('a', 10000, 'lane' || n) from generate_series(3, 4) as n;
    perform pg_temp.advance('10 minutes');
    perform count(*) from flowfabric.ff_tick();
end;
$when$;
select results_eq(
    'select * from pg_temp.seen() where n > 2',
    $$values (3, 'expired', true), (4, 'active', true)$$,
    'the next tick finds those that ended in between'
);

select * from finish();
rollback;
