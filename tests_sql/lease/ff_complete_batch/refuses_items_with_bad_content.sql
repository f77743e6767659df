begin;
select plan(4);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given six leases; when they are completed with (1) JSON that is too large, (2) bytes that are too
-- many, (3) both forms, (4) JSON and (5) bytes of exactly 16 MiB, (6) nothing; then
select pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 6) as n;
create temporary table held as
select
    s.n,
    c.handle
from generate_series(1, 6) as s (n)
cross join lateral flowfabric.ff_claim('lane' || s.n, 'a', 'a-1') as c;
create temporary table answered as
select c.*
from flowfabric.ff_complete_batch(
    (select array_agg(h.handle order by h.n) from held as h),
    array[to_jsonb(repeat('x', 16777215)), null, '1', to_jsonb(repeat('x', 16777214)), null, null],
    array[
        null,
        decode(repeat('00', 16777217), 'hex'),
        '\x00',
        null,
        decode(repeat('00', 16777216), 'hex'),
        null
    ]
) with ordinality as c;

select results_eq(
    $$
        select ordinality, execution_id, outcome, is_replay, error_code
        from answered
        order by ordinality
    $$,
    $$
        values
        (1::bigint, pg_temp.id(1), 'invalid', false, '22023'),
        (2, pg_temp.id(2), 'invalid', false, '22023'),
        (3, pg_temp.id(3), 'invalid', false, '22023'),
        (4, pg_temp.id(4), 'completed', false, null),
        (5, pg_temp.id(5), 'completed', false, null),
        (6, pg_temp.id(6), 'completed', false, null)
    $$,
    'the bad items are refused, the others completed'
);
select results_eq(
    $$
        select ordinality, error_detail ->> 'argument'
        from answered
        where error_code is not null
        order by ordinality
    $$,
    $$values (1::bigint, 'p_outputs'), (2, 'p_results'), (3, 'p_results')$$,
    'the detail names the argument, as that of ff_complete does'
);
select results_eq(
    $$
        select n, d.public_state
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
    $$,
    $$
        values
        (1, 'active'), (2, 'active'), (3, 'active'), (4, 'completed'), (5, 'completed'),
        (6, 'completed')
    $$,
    'nothing was written for the bad items'
);
select is(
    (
        select array_agg(c.outcome)
        from
            flowfabric.ff_complete_batch((
                select array_agg(h.handle) from held as h
                where h.n <= 3
            )) as c
    ),
    array['completed', 'completed', 'completed'],
    'their leases are still held'
);

select * from finish();
rollback;
