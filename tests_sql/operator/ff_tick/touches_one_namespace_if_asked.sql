begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql

-- given deadlines and attempts that ran out in two namespaces; when one of them is ticked, and the
-- whole 10 s later; then
do $given$
begin
    perform pg_temp.submit_number(
        n,
        'lane' || n,
        p_namespace => case when n % 2 = 1 then 'tenant' else 'default' end,
        p_deadline_ms => case when n <= 2 then 10000 end,
        p_policy => case
            when n > 2 then '{"timeout_policy": {"attempt_timeout_ms": 10000}}'
        end::jsonb
    )
    from generate_series(1, 4) as n;
    perform pg_temp.claim('a', p_lane_id => 'lane' || n) from generate_series(3, 4) as n;
    perform pg_temp.advance('20 s');
end;
$given$;
create function pg_temp.expired()
returns integer[]
language sql
as $expired$
    select array_agg(n order by n)
    from generate_series(1, 4) as n
    cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    where d.public_state = 'expired'
$expired$;
select results_eq(
    $$
        select job, processed
        from flowfabric.ff_tick(p_namespace => 'tenant')
        where job in ('deadlines', 'lapses')
    $$,
    $$values ('deadlines', 1::bigint), ('lapses', 1)$$,
    'one of each'
);
select is(pg_temp.expired(), '{1,3}', 'those of that namespace');
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select results_eq(
    $$select job, processed from flowfabric.ff_tick() where job in ('deadlines', 'lapses')$$,
    $$values ('deadlines', 1::bigint), ('lapses', 1)$$,
    'the others are left to who ticks for all'
);
select is(pg_temp.expired(), '{1,2,3,4}', 'who finds them');

select * from finish();
rollback;
