begin;
select plan(6);
\ir ../../lib/clock.sql
\ir ../../lib/events.sql
\ir ../../lib/leased_execution.sql
\ir ../../lib/numbered_executions.sql
\ir ../../lib/typed_calls.sql

-- given leases; when their holders complete with explicit ids; then
do $given$
begin
    perform pg_temp.submit_number(n, 'lane' || n) from generate_series(1, 3) as n;
end;
$given$;
create temporary table held as
select
    n,
    pg_temp.claim('a', p_lane_id => 'lane' || n) as handle
from generate_series(1, 3) as n;
do $when$ begin perform pg_temp.advance('10 s'); end $when$;
select
    is(
        pg_temp.answer_of(pg_temp.typed_call('ff_complete_execution', h.handle, c.content)),
        jsonb_build_object(
            'execution_id', pg_temp.id(h.n), 'public_state', 'completed', 'is_replay', false
        ),
        c.description
    )
from held as h
inner join (
    values
    (1, $$p_output => '{"sent": 1}'$$, 'with JSON'),
    (2, $$p_result => '\x00ff'$$, 'with bytes'),
    (3, null, 'with nothing')
) as c (n, content, description) on h.n = c.n;
select results_eq(
    $$
        select n, r.public_state, r.output, r.result, r.terminal_at
        from generate_series(1, 3) as n
        cross join lateral flowfabric.ff_get_execution_result(pg_temp.id(n)) as r
    $$,
    $$
        values
        (
            1, 'completed', '{"sent": 1}'::jsonb, null::bytea,
            '2030-01-01 12:00:10+00'::timestamptz
        ),
        (2, 'completed', null, '\x00ff', '2030-01-01 12:00:10+00'),
        (3, 'completed', null, null, '2030-01-01 12:00:10+00')
    $$,
    'the results are stored'
);
select results_eq(
    $$
        select outcome, executions, epochs, worker_id
        from pg_temp.events()
        where kind = 'completed'
    $$,
    $$
        values
        ('success', '{1}', '{1}', 'a'), ('success', '{2}', '{1}', 'a'), ('success', '{3}', '{1}', 'a')
    $$,
    'each has one completion event'
);
select is_empty('select * from flowfabric.ff_check()', 'all invariants hold');

select * from finish();
rollback;
