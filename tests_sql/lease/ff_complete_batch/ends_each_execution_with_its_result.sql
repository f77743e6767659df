begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/numbered_executions.sql

-- given six leases; when they are completed in batches without output, with JSON, with bytes; then
select pg_temp.submit_number(n, p_priority => n) from generate_series(1, 6) as n;
create temporary table held as
select
    7 - c.ordinality as n,
    c.handle
from flowfabric.ff_claim_batch('lane', 'a', 'a-1', 6) with ordinality as c;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;

select results_eq(
    format(
        'select to_jsonb(c) from flowfabric.ff_complete_batch(%L) as c',
        (
            select array_agg(h.handle order by h.n desc) from held as h
            where h.n <= 2
        )
    ),
    $$
        select jsonb_build_object(
            'execution_id', pg_temp.id(n),
            'outcome', 'completed',
            'public_state', 'completed',
            'is_replay', false,
            'error_code', null,
            'error_detail', null
        )
        from unnest(array[2, 1]) as n
    $$,
    'there is one item for each handle, in the order of the handles'
);
select is(
    (
        select array_agg(c.execution_id || ' ' || c.outcome)
        from flowfabric.ff_complete_batch(
            (
                select array_agg(h.handle order by h.n) from held as h
                where h.n in (3, 4)
            ),
            array['{"a": [1]}', null]::jsonb[]
        ) as c
    ),
    array[
        '00000000-0000-7000-8000-000000000003 completed',
        '00000000-0000-7000-8000-000000000004 completed'
    ],
    'some are completed with JSON'
);
select is(
    (
        select array_agg(c.outcome)
        from flowfabric.ff_complete_batch(
            (
                select array_agg(h.handle order by h.n) from held as h
                where h.n in (5, 6)
            ),
            array['null', null]::jsonb[],
            array[null, '\x00ff']::bytea[]
        ) as c
    ),
    array['completed', 'completed'],
    'one is completed with JSON, and one with bytes'
);
select results_eq(
    $$
        select
            n, d.public_state, d.attempt_state, d.ownership_state, r.output, r.result, r.terminal_at
        from generate_series(1, 6) as n
        cross join lateral flowfabric.ff_describe_execution(pg_temp.id(n)) as d
        cross join lateral flowfabric.ff_get_execution_result(pg_temp.id(n)) as r
    $$,
    $$
        select
            v.n, 'completed', 'attempt_terminal', 'unowned', v.output, v.result,
            '2030-01-01 12:00:10+00'::timestamptz
        from (
            values
            (1, null::jsonb, null::bytea), (2, null, null), (3, '{"a": [1]}', null),
            (4, null, null), (5, 'null', null), (6, null, '\x00ff')
        ) as v (n, output, result)
    $$,
    'each execution has its own result'
);
select is_empty(
    $$select * from flowfabric.ff_complete_batch('{}')$$, 'without handles there are no items'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
